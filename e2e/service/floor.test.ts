import type { Locator, Page } from '@playwright/test'
import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { SERVICE_SCRIPT } from '../../bench/budgets/budgets.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, OWNER, type Restaurant } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { bytesOf, neverIdle, requestsBefore, scriptsOf } from '../support/scripts.ts'
import { createTable } from '../support/shared-session.ts'
import { staffTest as test } from '../support/staff.ts'

// The phone leaves the network between menu and floor.
test.use({ changesMenu: true, expectedProblems: /ERR_INTERNET_DISCONNECTED|WebSocket/ })

// Other files of this worker use the same restaurant.
test.afterEach(({ restaurant }) => restaurant.asOwner('PATCH', '/api/settings', { language: 'en' }))

const language = 'en'

test('a waiter serves a table with one thumb', {
  tag: ['@daily', '@translated'],
}, async ({ openStaff, restaurant }) => {
  const { asOwner, menu, placeOrder, query } = restaurant
  const t = translator(language)
  await asOwner('PATCH', '/api/settings', { language })
  const number = 91
  const table = await createTable(restaurant, number)
  const [soup, salad] = menu
  if (!soup || !salad) throw new Error('the menu is empty')
  const tableName = t('common.table', { number })
  const round = { tableId: table.id, diningOption: 'dine-in', customerName: tableName, phoneNumber: '0000000000' }
  const first = await placeOrder(round)
  const page = await openStaff({ username: 'floor-waiter', duty: 'floor', language })
  let taps = 0
  const tap = (target: Locator) => {
    taps += 1
    return target.click()
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const tile = () => page.getByRole('button', { name: new RegExp(`^${tableName},`) })
  const addOf = (dish: Restaurant['menu'][0]) =>
    page.getByRole('button', { name: t('menu.add', { name: nameIn(language, dish) }), exact: true })
  const roundsOf = () =>
    query<{ status: string; total: number }>('select status, total::int from orders where table_id = $1 order by id', [
      table.id,
    ])
  await expect(tile()).toBeVisible()
  await expectAccessible(page, '/floor')

  // Ready to delivered is one tap.
  await asOwner('PATCH', `/api/orders/${first.id}`, { status: 'ready' })
  await tap(button(`${t('orders.moveOn.delivered')}: ${tableName}`))
  await expect.poll(roundsOf).toMatchObject([{ status: 'delivered' }])
  expect(taps).toBe(1)

  // A second round of two dishes is six taps at most.
  taps = 0
  await tap(tile())
  await expect(page.getByRole('button', { name: t('floor.back') })).toBeFocused()
  await expectAccessible(page, 'an opened table')
  await tap(button(t('floor.newRound')))
  await tap(addOf(soup))
  await tap(addOf(salad))
  await expectAccessible(page, 'a new round')
  const total = soup.price + salad.price
  await tap(button(t('floor.send', { total: formatMoney(total, 'lei') })))
  await expect.poll(roundsOf).toMatchObject([{ status: 'delivered' }, { status: 'pending', total }])
  expect(taps).toBeLessThanOrEqual(6)
  await expect(page.getByRole('heading', { name: t('floor.roundTitle', { number: 2 }) })).toBeVisible()
  expect(await cutTexts(page)).toEqual([])

  // The bill is two taps; the first has opened the table.
  await page.goBack()
  await expect(tile()).toBeFocused()
  taps = 0
  await tap(tile())
  await tap(page.getByRole('button', { name: t('floor.billOfTable'), exact: true }))
  await expect(page.getByRole('dialog', { name: t('bills.title', { number }) })).toBeVisible()
  expect(taps).toBe(2)
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.context().close()
})

test.describe(() => {
  test.use({ expectedProblems: /403 / })

  test('a waiter whose duty is taken away reads which one to ask for, and sees no table any more', async ({
    openStaff,
    restaurant,
  }) => {
    const { asOwner, query } = restaurant
    const t = translator('ro')
    const table = await createTable(restaurant, 94)
    const page = await openStaff({ username: 'replaced', duty: 'floor', language: 'ro' })
    await page.getByRole('button', { name: new RegExp(`^${t('common.table', { number: table.number })},`) }).click()
    await expect(page.getByRole('button', { name: t('floor.newRound') })).toBeVisible()
    const [user] = await query<{ id: number }>("select id::int from users where username = 'replaced'")
    const setDuties = async (duties: string[]) => {
      const body = { duties, currentPassword: OWNER.password }
      expect((await asOwner('PATCH', `/api/users/${user?.id}`, body)).status).toBe(200)
    }
    const requests: string[] = []
    page.on('framenavigated', (frame) => requests.push(frame.url()))
    await setDuties([])
    await expect(
      page.getByRole('heading', { name: t('auth.dutyMissing.title', { page: t('users.duty.floor') }) }),
    ).toBeVisible()
    await expect(
      page.getByText(t('auth.dutyMissing.staff', { username: 'replaced', duty: t('users.duty.floor') })),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: t('floor.newRound') })).toHaveCount(0)
    await expectAccessible(page, 'a duty that was taken away')
    // One way out, and none back: it stays there.
    expect(new Set(requests.map((url) => new URL(url).pathname))).toEqual(new Set(['/auth']))
    await setDuties(['floor'])
    await page.goto('/floor')
    await expect(page.getByRole('list', { name: t('floor.tables') })).toBeVisible()
    await page.context().close()
  })
})

test('the floor loads little script until its tables can be opened', async ({ openStaff, restaurant }) => {
  const table = await createTable(restaurant, 93)
  const context = (await openStaff({ username: 'waiter-en', duty: 'floor' })).context()
  const page = await context.newPage()
  await neverIdle(page)
  await page.goto('/floor')
  const tile = page.getByRole('button', { name: new RegExp(`^Table ${table.number},`) })
  await expect(tile).toBeVisible()
  const scripts = await scriptsOf(page)
  expect(bytesOf(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(SERVICE_SCRIPT.bytes)
  expect(scripts.length).toBeLessThanOrEqual(SERVICE_SCRIPT.files)
  // A request is listed once its response is read; two that start together, in any order.
  await expect
    .poll(async () => (await requestsBefore(page, 'floor')).sort())
    .toEqual(['/api/floor', '/api/orders', '/api/settings', '/api/user'])
  // What was not loaded comes with the tap.
  await tile.click()
  await expect(page.getByRole('button', { name: 'New round' })).toBeVisible()
  await context.close()
})

/** The texts that do not fit their place. */
const cutTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main h2, main h3, main p, main span, main strong')]
      .filter((text) => text.scrollWidth > text.clientWidth + 1 && !text.classList.contains('sr-only'))
      .filter((text) => text.checkVisibility() && getComputedStyle(text).display !== 'inline')
      .map((text) => text.textContent),
  )
