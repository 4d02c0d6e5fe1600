import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import type { OpenDay } from '#shared/contracts/days.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { moneyParts } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { installPrinter, printedText } from '../support/printer.ts'

test.afterAll(async ({ restaurant }) => {
  await restaurant.asOwner('PATCH', '/api/settings', { payments: false })
})

const language = 'ro'

test('an owner counts, closes and prints the day on a tablet in seven taps', async ({ dashboard, restaurant }) => {
  const t = translator(language)
  const send = async (path: string, data: object) => {
    const headers = { 'Idempotency-Key': randomBytes(16).toString('hex') }
    const response = await dashboard.request.post(path, { data, headers })
    expect([response.status(), await response.text()]).toEqual([201, expect.any(String)])
  }
  const entry = dashboard.getByRole('menuitem', { name: t('days.title'), exact: true })
  const more = dashboard.getByRole('banner').getByRole('button', { name: t('kitchen.menu.title'), exact: true })
  // While payments are off, nothing leads here.
  await setLanguage(dashboard, language)
  await installPrinter(dashboard.context())
  // No ticket prints by itself.
  await dashboard.context().addInitScript(() => localStorage.removeItem('masa.printing'))
  await restaurant.asOwner('PATCH', '/api/settings', { payments: false })
  await dashboard.goto('/dashboard')
  await more.click()
  await expect(dashboard.getByRole('menuitem', { name: t('beforeService.title') })).toBeVisible()
  await expect(entry).toHaveCount(0)

  const settings = (await (await restaurant.asOwner('PATCH', '/api/settings', { payments: true })).json()) as Settings
  const cash = settings.paymentMethods?.find(({ kind }) => kind === 'cash')?.id
  const { id, total } = await restaurant.placeOrder()
  await send('/api/payments', { orders: [id], due: total, amount: total, method: cash })
  const { expected, nextNumber } = (await (await restaurant.asOwner('GET', '/api/days/open')).json()) as OpenDay
  const number = String(nextNumber).padStart(4, '0')
  await dashboard.goto('/dashboard')

  let taps = 0
  const tap = async (target: Locator) => {
    await target.click()
    taps++
  }
  const button = (name: string) => dashboard.getByRole('button', { name, exact: true })
  await tap(more)
  await tap(entry)
  await expect(dashboard.getByRole('heading', { name: t('days.title') })).toBeFocused()
  await expect(dashboard.getByText(t('days.expected'), { exact: true })).toHaveCount(0)
  await expectAccessible(dashboard, 'the count')
  await tap(dashboard.getByRole('textbox', { name: t('days.notes', { note: '100 LEI' }), exact: true }))
  await dashboard.keyboard.type('3')
  await dashboard.keyboard.press('Enter')
  await dashboard.keyboard.type('1')
  await tap(button(t('days.confirm')))
  const difference = dashboard.getByRole('status').filter({ hasText: t('days.difference') })
  await expect(difference).toContainText(moneyParts(35_000 - expected, 'lei').figure)
  await expectAccessible(dashboard, 'the difference')

  // Something is recorded meanwhile: the figures follow, and the count stays.
  await send('/api/till', { kind: 'in', amount: 1000, reason: 'Change' })
  await expect(dashboard.getByText(t('days.changed'))).toBeVisible()
  await expect(difference).toContainText(moneyParts(34_000 - expected, 'lei').figure)
  await dashboard.getByRole('textbox', { name: t('days.why') }).fill('Rest greșit')
  await tap(button(t('days.close', { number })))
  await tap(button(t('days.closeNow')))

  await expect(dashboard.getByRole('heading', { name: t('days.report', { number }) })).toBeFocused()
  await expect(dashboard.getByText('Rest greșit')).toBeVisible()
  await expectAccessible(dashboard, 'the report')
  await tap(button(t('common.print')))
  expect(taps).toBe(7)
  await expect.poll(() => printedText(dashboard)).toContain(t('days.report', { number }))
  expect(await printedText(dashboard)).not.toContain(t('days.copy'))
  await button(t('common.print')).click()
  await expect.poll(() => printedText(dashboard)).toContain(t('days.copy'))
  const [file] = await Promise.all([
    dashboard.waitForEvent('download'),
    dashboard.getByRole('link', { name: t('reports.csv') }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('Rest greșit')

  await dashboard.getByRole('link', { name: t('days.back') }).click()
  await expect(dashboard.getByText(t('days.nothing'))).toBeVisible()
  await expect(
    dashboard
      .getByRole('region', { name: t('days.history') })
      .getByRole('link')
      .first(),
  ).toContainText(number)
})
