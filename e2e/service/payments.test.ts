import type { Locator } from '@playwright/test'
import type { Bill } from '#shared/contracts/bills.ts'
import { moneyParts } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { createTable } from '../support/shared-session.ts'
import { staffTest as test } from '../support/staff.ts'

// An answer is lost.
test.use({ expectedProblems: /ERR_FAILED/ })

// Other files of this worker use the same restaurant.
test.afterEach(({ restaurant }) => restaurant.asOwner('PATCH', '/api/settings', { payments: false }))

const language = 'ro'

test('a waiter records what a table pays, with one thumb', { tag: '@translated' }, async ({
  openStaff,
  restaurant,
}) => {
  const { asOwner, menu, query } = restaurant
  const t = translator(language)
  await asOwner('PATCH', '/api/settings', { payments: true })
  const number = 96
  const table = await createTable(restaurant, number)
  const [soup, salad] = menu
  if (!soup || !salad) throw new Error('the menu is empty')
  const card = 'Card'
  const figure = (minor: number) => moneyParts(minor, 'lei').figure
  const order = async (guests: (string | null)[]) => {
    const items = guests.map((guestName) => ({ menuItemId: soup.id, quantity: 1, guestName }))
    const total = soup.price * guests.length
    const name = { customerName: t('common.table', { number }), phoneNumber: '0000000000', diningOption: 'dine-in' }
    const placed = await asOwner('POST', '/api/orders', { ...name, items, total, tableId: table.id })
    expect(placed.status).toBe(201)
    return total
  }
  const payments = () =>
    query<{ amount: number }>(
      "select amount::int from day_entries where kind = 'payment' and username = $1 order by id",
      ['payer'],
    )
  const total = await order([null])
  const page = await openStaff({ username: 'payer', duty: 'floor', language })
  await page.setViewportSize({ width: 360, height: 740 })
  let taps = 0
  const tap = (target: Locator) => {
    taps += 1
    return target.click()
  }
  const tile = page.getByRole('button', { name: new RegExp(`^${t('common.table', { number })},`) })
  const openBill = async () => {
    await page.getByRole('button', { name: t('floor.billOfTable'), exact: true }).click()
    await expect(page.getByRole('dialog', { name: t('bills.title', { number }) })).toBeVisible()
    taps = 0
  }
  const pay = page.getByRole('button', { name: t('due.take'), exact: true })
  const sheet = page.getByRole('dialog', { name: new RegExp(`^${t('common.table', { number })}`) })
  const record = (amount: number, method = card) =>
    sheet.getByRole('button', { name: t('payments.record', { amount: figure(amount), method }) })
  // The words of a radio lie over it.
  const choose = (name: string | RegExp) => tap(sheet.locator('label', { has: page.getByRole('radio', { name }) }))
  const recorded = (amount: number) =>
    page.getByText(t('payments.recorded', { amount: `${figure(amount)} LEI`, method: card }), { exact: true })

  // Everything by card is two taps from the bill, also if the answer to the second is lost.
  await tile.click()
  await openBill()
  await tap(pay)
  await expect(record(total)).toBeVisible()
  await expectAccessible(page, 'the sheet of payments')
  let isLost = false
  await page.route('**/api/payments', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await tap(record(total))
  expect(taps).toBe(2)
  await expect(sheet.getByRole('alert')).toHaveText(t('payments.unknown'))
  await sheet.getByRole('button', { name: t('common.tryAgain') }).click()
  await expect(recorded(total)).toBeVisible()
  await expect(sheet).toBeHidden()
  expect(await payments()).toEqual([{ amount: total }])

  // Three guests split the next round in eight taps.
  await order(['Ana', 'Mihai', 'Radu'])
  taps = 0
  await tap(pay)
  await choose(t('bills.byGuest'))
  await tap(record(soup.price))
  for (const guest of ['Mihai', 'Radu']) {
    await choose(new RegExp(guest))
    await tap(record(soup.price))
  }
  await expect(sheet).toBeHidden()
  expect(taps).toBeLessThanOrEqual(8)
  await expect.poll(payments).toHaveLength(4)
  const bill: Bill = await (await asOwner('GET', `/api/tables/${table.id}/bill`)).json()
  expect([bill.due, bill.paid]).toEqual([0, total + 3 * soup.price])

  // What is paid is seen on the tile; a mistake is taken back.
  const takeBack = page.getByRole('button', { name: new RegExp(`^${t('payments.takeBack')}: `) }).last()
  await takeBack.click()
  const asked = page.getByRole('dialog', { name: t('payments.takeBack') })
  await asked.getByLabel(t('payments.reason')).fill('greșit')
  await asked.getByRole('button', { name: t('payments.takeBack') }).click()
  await expect(asked).toBeHidden()
  await expectAccessible(page, 'a bill with payments')
  await page.goto('/floor')
  const [paid, due] = [figure(total + 2 * soup.price), figure(soup.price)]
  await expect(tile).toHaveAccessibleName(
    new RegExp(`${t('due.paidOf', { amount: paid })}, ${t('due.due', { amount: due })}`),
  )
  await page.context().close()
})
