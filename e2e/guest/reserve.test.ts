import type { Page } from '@playwright/test'
import type { Reservation } from '#shared/contracts/reservations.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { RESERVE_SCRIPT_BYTES } from '../../bench/budgets/budgets.ts'
import { expectScreenReaderTree } from '../support/ax-tree.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, type Restaurant, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { bytesOf, scriptsOf } from '../support/scripts.ts'
import { beyondTheSides, hiddenByKeyboard, setLetters } from '../support/small-screen.ts'

/* Guests reserve a table on their phones, and find it again by its link. */

test.use({ changesMenu: true, expectedProblems: /4(00|04|09) \w+ .*\/api\/reservations/ })

test.beforeAll(async ({ restaurant }) => {
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))
  const reservations = { ...DEFAULT_RESERVATIONS, on: true, online: true, asksFrom: 6 }
  const settings = { openingHours: { weekly, exceptions: [] }, reservations }
  const response = await restaurant.asOwner('PATCH', '/api/settings', settings)
  if (!response.ok) throw new Error(await response.text())
})

test.afterAll(async ({ restaurant }) => {
  const off = { openingHours: null, reservations: DEFAULT_RESERVATIONS }
  expect((await restaurant.asOwner('PATCH', '/api/settings', off)).status).toBe(200)
  await restaurant.query('delete from reservations')
})

/** Chooses the second day and its first free time. @returns the time */
async function chooseTime(page: Page): Promise<string> {
  await page.locator('#day').selectOption({ index: 1 })
  await expect(page.locator('#choice')).not.toHaveAttribute('aria-busy')
  const time = page.locator('#at label:has(input:enabled)').first()
  await time.click()
  return (await time.locator('input').getAttribute('value')) ?? ''
}

const fromHouse = async (restaurant: Restaurant, name: string) =>
  ((await (await restaurant.asOwner('GET', `/api/reservations?q=${name}`)).json()) as Reservation[])[0]

for (const language of LANGUAGES)
  test(`a guest reserves a table, changes it and cancels it (${language})`, { tag: ['@daily', '@translated'] }, async ({
    page,
    restaurant,
  }) => {
    const t = translator(language)
    const name = language === 'en' ? 'Ilinca' : 'Ștefan'
    await setLanguage(page, language)
    await page.goto('/')
    await page.getByRole('link', { name: t('menu.reserve') }).click()
    await expect(page.getByRole('heading', { name: t('reserve.title') })).toBeVisible()
    await page.locator('#party').selectOption('3')
    const at = await chooseTime(page)
    const send = page.getByRole('button', { name: t('reserve.send') })
    await send.click()
    await expect(page.getByLabel(t('reserve.name'))).toBeFocused()
    await expect(page.getByLabel(t('reserve.name'))).toHaveAccessibleDescription(t('nameRequired'))
    await expect(page.getByLabel(t('reserve.phone'), { exact: true })).toHaveAccessibleDescription(t('phoneRequired'))
    await expectAccessible(page, 'a reservation with errors')
    await page.getByLabel(t('reserve.name')).fill(name)
    const phone = page.getByLabel(t('reserve.phone'), { exact: true })
    await phone.fill('12')
    await send.click()
    await expect(phone).toHaveAccessibleDescription(t('phoneRequired'))
    await phone.fill('0712345678')
    await page.getByLabel(t('reserve.note')).fill('🎂')
    await send.dblclick()

    await expect(page.getByRole('heading', { name: t('reserve.status.confirmed') })).toBeFocused()
    await expect(page).toHaveURL(/\/reserve\/[\w-]{22}$/)
    const stored = await restaurant.query('select party, at, language from reservations where name = $1', [name])
    expect(stored).toEqual([{ party: 3, at: new Date(at), language }])
    await expectAccessible(page, 'a reservation')

    // The link is all that is needed.
    await page.reload()
    await expect(page.getByRole('heading', { name: t('reserve.status.confirmed') })).toBeVisible()
    const calendar = await page.getByRole('link', { name: t('reserve.calendar') }).getAttribute('href')
    expect(await (await fetch(restaurant.url + calendar)).text()).toContain('BEGIN:VEVENT')
    await page.getByRole('button', { name: t('reserve.change') }).click()
    await page.locator('#party').selectOption('2')
    await expect(page.locator('#choice')).not.toHaveAttribute('aria-busy')
    await page.getByLabel(t('reserve.note')).fill('🎂🎂')
    await expectAccessible(page, 'a change of a reservation')
    await page.getByRole('button', { name: t('reserve.save') }).click()
    await expect(page.getByText('🎂🎂')).toBeVisible()
    expect(await fromHouse(restaurant, name)).toMatchObject({ party: 2, notes: '🎂🎂', at, seenAt: null })

    await page.getByText(t('reserve.cancel')).click()
    await expectAccessible(page, 'the question before a reservation is cancelled')
    await page.getByRole('button', { name: t('reserve.cancelYes') }).click()
    await expect(page.getByRole('heading', { name: t('reserve.status.cancelled') })).toBeVisible()
    expect(await restaurant.query('select status from reservations where name = $1', [name])).toEqual([
      { status: 'cancelled' },
    ])
  })

test('a guest asks for a table, and reads on the page of the link that the restaurant has confirmed', {
  tag: '@daily',
}, async ({ page, restaurant }) => {
  const t = translator('en')
  await page.goto('/reserve')
  await page.locator('#party').selectOption('6')
  await expect(page.getByText(t('reserve.asks'))).toBeVisible()
  await chooseTime(page)
  await page.getByLabel(t('reserve.name')).fill('Matei')
  await page.getByLabel(t('reserve.phone'), { exact: true }).fill('0712345679')
  await page.getByRole('button', { name: t('reserve.ask') }).click()
  await expect(page.getByRole('heading', { name: t('reserve.status.asked') })).toBeVisible()
  const asked = await fromHouse(restaurant, 'Matei')
  await restaurant.asOwner('PATCH', `/api/reservations/${asked?.id}`, { status: 'confirmed', tableIds: [] })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('heading', { name: t('reserve.status.confirmed') })).toBeVisible()
})

test('the pages of reservations fit small phones, and are accessible whatever they say', async ({ page }) => {
  const t = translator('ro')
  await setLanguage(page, 'ro')
  for (const [width, percent] of [
    [320, 100],
    [390, 200],
  ] as const) {
    await page.setViewportSize({ width, height: 640 })
    await setLetters(page, percent)
    await page.goto('/reserve')
    await chooseTime(page)
    expect(await beyondTheSides(page), `at ${width} px`).toEqual([])
    expect(await hiddenByKeyboard(page, page.getByRole('main'))).toEqual([])
  }
  await setLetters(page, 100)
  await page.goto('/reserve')
  await expectAccessible(page, 'the page of reservations')
  await expectScreenReaderTree(page, 'the page of reservations')
  await page.goto('/reserve/unknown')
  await expect(page.getByRole('heading', { name: t('reserve.unknown') })).toBeVisible()
  expect(await beyondTheSides(page)).toEqual([])
  await expectAccessible(page, 'an unknown link')
})

test('a time that has just gone is answered with the nearest ones', async ({ page }) => {
  const t = translator('en')
  await page.goto('/reserve')
  const at = await chooseTime(page)
  const nearest = [1, 2, 3].map((hours) => new Date(Date.parse(at) + hours * 3_600_000).toISOString())
  const json = { code: 'slot_gone', message: 'Gone', nearest }
  await page.route('**/api/reservations', (route) => route.fulfill({ status: 409, json }), { times: 1 })
  await page.getByLabel(t('reserve.name')).fill('Ioana')
  await page.getByLabel(t('reserve.phone'), { exact: true }).fill('0712345670')
  await page.getByRole('button', { name: t('reserve.send') }).click()
  await expect(page.getByRole('alert').getByRole('radio')).toHaveCount(3)
  await expectAccessible(page, 'a time that has gone')
  await page.getByRole('alert').locator('label').last().click()
  await page.getByRole('button', { name: t('reserve.send') }).click()
  await expect(page.getByRole('heading', { name: t('reserve.status.confirmed') })).toBeVisible()
})

test('the page of reservations arrives with its times, and works with little script', {
  tag: ['@daily', '@chromium'],
}, async ({ page, restaurant }) => {
  const html = await (await fetch(`${restaurant.url}/reserve`)).text()
  expect(html.match(/name="at"/g)?.length).toBeGreaterThan(3)
  await page.goto('/reserve')
  await page.locator('#party').selectOption('4')
  await chooseTime(page)
  const scripts = await scriptsOf(page)
  expect(bytesOf(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(RESERVE_SCRIPT_BYTES)
})

test('the menu leads guests without a table to the page of reservations', async ({ page }) => {
  const t = translator('ro')
  await page.setViewportSize({ width: 390, height: 844 })
  await setLanguage(page, 'ro')
  await setLetters(page, 200)
  await page.goto('/menu')
  await expect(page.getByRole('link', { name: t('menu.reserve') })).toHaveAttribute('href', '/reserve')
  expect(await beyondTheSides(page), 'the menu with large letters').toEqual([])
  await page.goto('/menu?table=1')
  // The dialog of the table hides it from screen readers.
  await expect(page.locator('footer').getByText(t('common.theme'), { exact: false })).toBeVisible()
  await expect(page.getByText(t('menu.reserve'))).toHaveCount(0)
})
