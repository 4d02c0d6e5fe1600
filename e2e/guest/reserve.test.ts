import type { Page } from '@playwright/test'
import type { Reservation } from '#shared/contracts/reservations.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { expectScreenReaderTree } from '../support/ax-tree.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, type Restaurant, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { losingNetwork } from '../support/losing-network.ts'
import { serveMenu, serveWithoutSsr } from '../support/serving.ts'
import { beyondTheSides, hiddenByKeyboard, setLetters } from '../support/small-screen.ts'

/* Guests reserve a table on their phones, and find it again by its link. */

test.use({
  changesMenu: true,
  expectedProblems: /4(00|04|09) \w+ .*\/(api\/)?reserv|^failed: .*\/reserve|^console: .*ERR_/,
})

test.beforeAll(async ({ restaurant }) => {
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))
  const reservations = { ...DEFAULT_RESERVATIONS, on: true, online: true, asksFrom: 6 }
  const settings = { openingHours: { weekly, exceptions: [] }, reservations }
  const response = await restaurant.asOwner('PATCH', '/api/settings', settings)
  if (!response.ok) throw new Error(await response.text())
})

// One address has five to come.
test.beforeEach(async ({ restaurant }) => {
  await restaurant.query('delete from reservations')
})

test.afterAll(async ({ restaurant }) => {
  const off = { openingHours: null, reservations: DEFAULT_RESERVATIONS }
  expect((await restaurant.asOwner('PATCH', '/api/settings', off)).status).toBe(200)
  await restaurant.query('delete from reservations')
})

const en = translator('en')
let numbers = 0
const nextNumber = () => `0712 ${345_000 + numbers++}`

const choose = async (page: Page, show: string) => {
  await page.locator(`button[value^="${show}"]`).first().click()
  await expect(page.locator(`button[value^="${show}"]`).first()).toHaveAttribute('aria-pressed', 'true')
}

/** Chooses the second day, and there a free time of the evening. @returns the time */
async function chooseTime(page: Page, nth = 1): Promise<string> {
  const second = page.locator('.days button').nth(1)
  await second.click()
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  const time = page.locator('.time:has(input:enabled)').nth(nth)
  await time.click()
  return (await time.locator('input').getAttribute('value')) ?? ''
}

async function typeName(page: Page, name: string): Promise<void> {
  await page.locator('#name').fill(name)
  await page.locator('#phoneNumber').fill(nextNumber())
}

const stored = (restaurant: Restaurant, name: string) =>
  restaurant.query<{ party: number; status: string; notes: string | null; at: Date }>(
    'select party, status, notes, at from reservations where name = $1',
    [name],
  )
const fromHouse = async (restaurant: Restaurant, name: string) =>
  ((await (await restaurant.asOwner('GET', `/api/reservations?q=${name}`)).json()) as Reservation[])[0]

/** The address of a page that did not come, in Chromium and in Firefox. */
const FAILED = /^(chrome-error|about:neterror)/

for (const language of LANGUAGES)
  test(`a guest reserves a table, changes it and cancels it (${language})`, {
    tag: [language === 'en' ? '@daily' : '@firefox', '@translated'],
  }, async ({ page, restaurant }) => {
    const t = translator(language)
    const name = language === 'en' ? 'Ilinca' : 'Ștefan'
    await setLanguage(page, language)
    await page.goto('/')
    await page.getByRole('link', { name: t('menu.reserve') }).click()
    await expect(page.getByRole('heading', { name: t('reserve.title') })).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    await choose(page, 'party:3')
    const at = await chooseTime(page)
    await expect(page.locator('#send')).toContainText(t('reserve.people', { count: 3 }))
    await page.locator('#send').click()
    await expect(page.locator('#name')).toBeFocused()
    await expect(page.locator('#name')).toHaveAccessibleDescription(t('nameRequired'))
    await expectAccessible(page, 'a reservation with errors')
    await page.locator('#name').fill(name)
    await page.locator('#phoneNumber').fill('0151 23456789')
    await page.locator('#send').click()
    await expect(page.locator('#phoneNumber')).toHaveAccessibleDescription(t('validation.reservationPhone'))
    await page.locator('#phoneNumber').fill(nextNumber())
    await page.getByText(t('reserve.addNote')).click()
    await page.locator('#notes').fill('🎂')
    // Nothing of this has loaded the page anew.
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
    await page.locator('#send').dblclick()

    await expect(page.getByRole('heading', { name: t('reserve.status.confirmed') })).toBeVisible()
    await expect(page).toHaveURL(/\/reserve\/[\w-]{22}$/)
    expect(await stored(restaurant, name)).toMatchObject([{ party: 3, at: new Date(at), notes: '🎂' }])
    await expectAccessible(page, 'a reservation')

    // The link is all that is needed.
    await page.reload()
    await expect(page.getByRole('heading', { name: t('reserve.status.confirmed') })).toBeVisible()
    const calendar = await page.getByRole('link', { name: t('reserve.calendar') }).getAttribute('href')
    expect(await (await fetch(restaurant.url + calendar)).text()).toContain('BEGIN:VEVENT')
    await page.getByRole('link', { name: t('reserve.change'), exact: true }).click()
    await choose(page, 'party:2')
    await page.locator('#notes').fill('🎂🎂')
    await expectAccessible(page, 'a change of a reservation')
    await page.locator('#send').click()
    await expect(page.locator('#changed')).toContainText(t('reserve.people', { count: 2 }))
    expect(await fromHouse(restaurant, name)).toMatchObject({ party: 2, notes: '🎂🎂', at, seenAt: null })

    await page.getByText(t('reserve.cancel')).click()
    await expectAccessible(page, 'the question before a reservation is cancelled')
    await page.getByRole('button', { name: t('reserve.cancelYes') }).click()
    await expect(page.getByText(t('reserve.cancelledBy.guest'))).toBeVisible()
    expect(await stored(restaurant, name)).toMatchObject([{ status: 'cancelled' }])
    await expectAccessible(page, 'a cancelled reservation')
  })

test('an edit after a lost answer is no second reservation: the guest reads what was made, and changes it', {
  tag: '@daily',
}, async ({ page, restaurant }) => {
  await using network = await losingNetwork(restaurant)
  await page.goto(`${network.url}/reserve`)
  // A choice whose answer is lost leaves all as it was, and says so.
  const second = page.locator('.days button').nth(1)
  await second.click()
  await expect(page.getByRole('alert')).toContainText(en('reserve.noAnswer'))
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(second).toHaveAttribute('aria-pressed', 'false')
  // The page that comes then says the same as this one, but for the alert.
  await page.locator('.days button').first().click()
  await expect(page.getByRole('alert')).toBeHidden()
  await chooseTime(page)
  await typeName(page, 'Sorin')
  await page.locator('#send').scrollIntoViewIfNeeded()
  const before = await page.locator('#send').boundingBox()
  await page.locator('#send').click()
  await expect(page.getByRole('alert')).toContainText(en('reserve.noAnswer'))
  // The button is still under the finger.
  expect((await page.locator('#send').boundingBox())?.y).toBe(before?.y)
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  expect(await stored(restaurant, 'Sorin')).toHaveLength(1)
  await page.getByText(en('reserve.addNote')).click()
  await page.locator('#notes').fill('Window')
  // The answer that says so is lost once too.
  await expect(async () => {
    await page.locator('#send').click()
    await expect(page.getByRole('heading', { name: en('reserve.already') })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  expect(await stored(restaurant, 'Sorin')).toHaveLength(1)
  await page.getByRole('button', { name: /^Change the note/ }).click()
  await expect.poll(() => page.url()).toMatch(FAILED)
  await page.goto(`${network.url}/reserve`)
  await page.getByRole('link', { name: /^Your reservation/ }).click()
  await expect(page.locator('#changed')).toContainText(en('reserve.fields.notes'))
  expect(await stored(restaurant, 'Sorin')).toMatchObject([{ notes: 'Window', status: 'confirmed' }])
})

test('a repetition after a lost answer leads to the same ticket', { tag: '@daily' }, async ({ page, restaurant }) => {
  await using network = await losingNetwork(restaurant)
  await page.goto(`${network.url}/reserve`)
  await page.locator('.time:has(input:enabled)').first().click()
  await typeName(page, 'Radu')
  await page.locator('#send').click()
  await expect(page.getByRole('alert')).toContainText(en('reserve.noAnswer'))
  await page.locator('#send').click()
  await expect(page.getByRole('heading', { name: en('reserve.status.confirmed') })).toBeVisible()
  // Back, and once more: it is another wish now, and says so by its own key.
  await page.goBack()
  await expect(page.locator('#send')).toBeVisible()
  expect(await stored(restaurant, 'Radu')).toHaveLength(1)
})

test('a page that is asked for by itself swallows nothing that is pressed, and fails in silence', async ({
  page,
  restaurant,
}) => {
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>()
  const { promise: sent, resolve: send } = Promise.withResolvers<void>()
  await page.route('**/reserve', async (route) => {
    const form = route.request().postData() ?? ''
    if (form.includes('show=again')) return failed.then(() => route.abort())
    if (form && !form.includes('show=')) await sent
    return route.continue()
  })
  const wake = () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  await page.goto('/reserve')
  await chooseTime(page)
  await typeName(page, 'Vera')
  await wake()
  await page.locator('#send').click()
  await expect(page.locator('main')).toHaveCSS('opacity', '0.5')
  send()
  await expect(page.getByRole('heading', { name: en('reserve.status.confirmed') })).toBeVisible()
  expect(await stored(restaurant, 'Vera')).toHaveLength(1)
  await page.goto('/reserve')
  fail()
  await Promise.all([page.waitForEvent('requestfailed'), wake()])
  await choose(page, 'party:3')
  await wake()
  await expect(page.getByRole('alert')).toBeHidden()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a guest reserves, changes and cancels, on a network that loses each answer once', { tag: '@daily' }, async ({
    page,
    restaurant,
  }) => {
    await using network = await losingNetwork(restaurant)
    const press = async (selector: string) => {
      const before = page.url()
      await page
        .locator(selector)
        .first()
        .click({ noWaitAfter: true })
        .catch(() => {})
      await page.waitForEvent('load', { timeout: 3_000 }).catch(() => {})
      if (FAILED.test(page.url())) await page.goto(before)
    }
    const url = `${network.url}/reserve`
    await page.goto(url)
    // The first answer of a choice is lost; the second one comes.
    for (let i = 0; i < 2; i++) await press('button[value="party:4"]')
    await expect(page.locator('button[value="party:4"]')).toHaveAttribute('aria-pressed', 'true')
    await page.locator('.time:has(input:enabled)').first().click()
    await typeName(page, 'Horia')
    await press('#send')
    await page.goto(url)
    expect(page.url()).not.toMatch(/Horia|0712/)
    await page.getByRole('link', { name: /^Your reservation/ }).click()
    await expect(page.getByRole('heading', { name: en('reserve.status.confirmed') })).toBeVisible()
    const link = page.url()
    await page.getByRole('link', { name: en('reserve.change'), exact: true }).click()
    await page.getByText(en('reserve.addNote')).click()
    await page.locator('#notes').fill('Window')
    await press('#send')
    await page.goto(link)
    await expect(page.locator('#changed')).toContainText(en('reserve.fields.notes'))
    expect(await stored(restaurant, 'Horia')).toMatchObject([{ party: 4, notes: 'Window', status: 'confirmed' }])
    await page.locator('summary.danger').click()
    await press('button[value=cancel]')
    await page.goto(link)
    await expect(page.getByText(en('reserve.cancelledBy.guest'))).toBeVisible()
    expect(await stored(restaurant, 'Horia')).toHaveLength(1)
  })
})

test('a guest asks for a table, and reads on the page of the link that the restaurant has confirmed', {
  tag: '@daily',
}, async ({ page, restaurant }) => {
  await page.goto('/reserve')
  await choose(page, 'party:6')
  await expect(page.getByText(en('reserve.asks'))).toBeVisible()
  await chooseTime(page)
  await typeName(page, 'Matei')
  await page.getByRole('button', { name: /^Ask for a table/ }).click()
  await expect(page.getByRole('heading', { name: en('reserve.status.asked') })).toBeVisible()
  await expect(page.getByRole('link', { name: en('reserve.calendar') })).toHaveCount(0)
  const asked = await fromHouse(restaurant, 'Matei')
  await restaurant.asOwner('PATCH', `/api/reservations/${asked?.id}`, { status: 'confirmed', tableIds: [] })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('heading', { name: en('reserve.status.confirmed') })).toBeVisible()
})

test('a phone keeps token and time of a ticket, nothing else, until somebody says not to', { tag: '@daily' }, async ({
  page,
}) => {
  await page.goto('/reserve')
  const at = await chooseTime(page)
  await typeName(page, 'Zoe')
  await page.locator('#phoneNumber').press('Enter')
  await expect(page.getByText(en('reserve.kept'))).toBeVisible()
  const kept = () => page.evaluate(() => localStorage.getItem('masa.reservations'))
  const token = page.url().split('/').at(-1)
  expect(JSON.parse((await kept()) ?? '')).toEqual({ version: 1, value: [{ token, at }] })
  for (const address of ['/', '/menu']) {
    await page.goto(address)
    // Late in the evening, the second day of the page is the one after tomorrow.
    const link = page.getByRole('link', { name: /^Your table: (tomorrow|\w+day) \d\d:\d\d/ })
    await expect(link).toHaveAttribute('href', `/reserve/${token}`)
  }
  await page.goto(`/reserve/${token}`)
  await page.getByRole('button', { name: en('reserve.notKept') }).click()
  await page.reload()
  await expect(page.getByText(en('reserve.kept'))).toBeHidden()
  expect(JSON.parse((await kept()) ?? '').value).toEqual([])
  // A language that is chosen here is the menu's too.
  await page.getByRole('link', { name: 'Română' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ro')
  await page.goto('/menu')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ro')
})

test('the pages of reservations fit small phones, and are accessible whatever they say', async ({ page }) => {
  const t = translator('ro')
  for (const [width, percent, language] of [
    [320, 100, 'ro'],
    [320, 200, 'ro'],
    [360, 100, 'en'],
    [390, 200, 'en'],
  ] as const) {
    await page.setViewportSize({ width, height: 640 })
    await setLetters(page, percent)
    await page.goto(`/reserve?language=${language}`)
    await chooseTime(page)
    expect(await beyondTheSides(page), `at ${width} px`).toEqual([])
    // No chip is narrower than what it says.
    const burst = await page
      .locator('.chip')
      .evaluateAll((chips) =>
        chips.filter((chip) => chip.scrollWidth > chip.clientWidth + 1).map((chip) => chip.textContent),
      )
    expect(burst, `at ${width} px, ${percent} %`).toEqual([])
    expect(await hiddenByKeyboard(page, page.getByRole('main'))).toEqual([])
  }
  await setLetters(page, 100)
  await page.goto('/reserve?language=ro')
  await expectAccessible(page, 'the page of reservations')
  await expectScreenReaderTree(page, 'the page of reservations')
  await page.goto('/reserve/unknown')
  await expect(page.getByRole('heading', { name: t('reserve.unknown') })).toBeVisible()
  expect(await beyondTheSides(page)).toEqual([])
  await expectAccessible(page, 'an unknown link')
})

test('the menu leads guests without a table to the page of reservations in its first screen', async ({ page }) => {
  const t = translator('ro')
  await page.setViewportSize({ width: 390, height: 844 })
  await setLanguage(page, 'ro')
  await page.goto('/menu')
  const link = page.getByRole('link', { name: t('menu.reserve') })
  const dish = page.locator('[id^=dish-]').first()
  await expect(dish).toBeVisible()
  expect((await link.boundingBox())?.y).toBeLessThan((await dish.boundingBox())?.y ?? 0)
  await setLetters(page, 200)
  await page.goto('/menu')
  await expect(page.getByRole('link', { name: t('menu.reserve') })).toHaveAttribute('href', '/reserve')
  expect(await beyondTheSides(page), 'the menu with large letters').toEqual([])
  await page.goto('/menu?table=1')
  // The dialog of the table hides it from screen readers.
  await expect(page.locator('footer').getByText(t('common.theme'), { exact: false })).toBeVisible()
  await expect(page.getByText(t('menu.reserve'))).toHaveCount(0)
})

test('in a menu without dishes, no strip covers the link to the page of reservations', async ({ page, restaurant }) => {
  await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: true })
  try {
    await serveWithoutSsr(page)
    await serveMenu(page, [])
    await page.route('**/api/menu/categories', (route) => route.fulfill({ json: [] }))
    await page.goto('/menu')
    await expect(page.getByText(en('menu.noItems'))).toBeVisible()
    const strip = await page.locator('[data-notice]').boundingBox()
    const link = await page.getByRole('link', { name: en('menu.reserve') }).boundingBox()
    expect(link?.y).toBeGreaterThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0))
  } finally {
    await restaurant.asOwner('PATCH', '/api/settings', { ordersPaused: false })
  }
})
