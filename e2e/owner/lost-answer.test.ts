import type { Page } from '@playwright/test'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { NOON_ZONE } from '../support/clock.ts'
import { expect, test } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { createTable } from '../support/shared-session.ts'

/* What the house adds, on a network that adds it and loses the answer (docs/product/everywhere.md#everywhere-drafts). */

test.use({
  timeZone: NOON_ZONE,
  timezoneId: NOON_ZONE,
  expectedProblems: /^failed: net::ERR_CONNECTION_RESET .*\/api\/(reservations|printers)$/,
})

const t = translator('en')

/** Does the page's next addition, whose answer is lost. @returns whether that has happened */
async function loseAnswer(page: Page, path: string): Promise<() => boolean> {
  let isLost = false
  await page.route(`**${path}`, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
    isLost = true
  })
  return () => isLost
}

test.afterEach(async ({ restaurant }) => {
  await restaurant.asOwner('PATCH', '/api/settings', { reservations: DEFAULT_RESERVATIONS })
  await restaurant.query('delete from reservations')
  await restaurant.query('delete from printers')
})

for (const isReloaded of [false, true])
  test(`a reservation that was made and then edited${isReloaded ? ' after a reload' : ''} is one, as it was edited`, async ({
    dashboard: page,
    restaurant: { asOwner, query, ...restaurant },
  }) => {
    await createTable({ asOwner, query, ...restaurant }, 95)
    await query('delete from reservations')
    await asOwner('PATCH', '/api/settings', { reservations: { ...DEFAULT_RESERVATIONS, on: true } })
    await page.goto('/dashboard?view=reservations')
    const form = page.getByRole('dialog', { name: t('reservations.new') })
    const open = () => page.getByRole('button', { name: t('reservations.new'), exact: true }).click()
    const save = form.getByRole('button', { name: t('common.save') })
    await open()
    await form.getByText('20:00', { exact: true }).click()
    await form.getByLabel(t('customers.name')).fill('Ioana')
    await form.getByLabel(t('customers.phone'), { exact: true }).fill('0712345678')
    const isLost = await loseAnswer(page, '/api/reservations')
    await save.click()
    await expect.poll(isLost).toBe(true)
    await expect(page.getByRole('listitem').filter({ hasText: t('common.notChanged') })).toBeVisible()
    await form.getByLabel(t('customers.notes')).fill('By the window')
    if (isReloaded) {
      await page.reload()
      await open()
      await expect(form.getByLabel(t('customers.notes'))).toHaveValue('By the window')
    }
    await save.click()
    await expect(page.getByRole('dialog', { name: /Ioana · 2$/ })).toContainText('By the window')
    expect(await query('select name, notes from reservations')).toEqual([{ name: 'Ioana', notes: 'By the window' }])
  })

test('a printer that was added and then renamed is one, with its new name', async ({ dashboard: page, restaurant }) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: t('dashboard.settings') }).click()
  await page.getByRole('tab', { name: t('settings.tabs.printers') }).click()
  await page
    .getByRole('button', { name: t('printers.add') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('printers.add') })
  const add = form.getByRole('button', { name: t('printers.add') })
  await form.getByLabel(t('customers.name')).fill('Bar')
  await form.getByLabel(t('printers.address')).fill('192.168.77.2')
  const isLost = await loseAnswer(page, '/api/printers')
  await add.click()
  await expect.poll(isLost).toBe(true)
  await form.getByLabel(t('customers.name')).fill('Terrace')
  await add.click()
  await expect(form).toBeHidden()
  expect(await restaurant.query('select name from printers')).toEqual([{ name: 'Terrace' }])
})
