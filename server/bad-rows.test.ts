import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { promotions } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { newTable } from '#server/testing/users.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { MAX_PRICE } from '#shared/domain/money.ts'
import { MAX_LINES, MAX_QUANTITY } from '#shared/domain/orders/cart.ts'

// These rows may come from another version of Masa, or from manual changes in the database.
const server = testServer()
const asOwner = () => ({ headers: { cookie: server.owner } })
const place = async (more = {}) =>
  (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>()
const execute = (query: string) => server.connection.db.execute(sql.raw(query))
const ids = async (url: string, more = asOwner()) => {
  const response = await server.call('GET', url, undefined, more)
  expect(response.statusCode).toBe(200)
  return response.json<{ id: number }[]>().map(({ id }) => id)
}
const broken = async (url: string) =>
  (await server.asOwner('GET', url))
    .json<{ id: number; isBroken?: boolean }[]>()
    .filter(({ isBroken }) => isBroken)
    .map(({ id }) => id)
const omissionsLogged = () =>
  server
    .logged()
    .split('\n')
    .filter((line) => line.includes('was left out'))
    .map((line) => JSON.parse(line))

it.each([
  ['a status of another version', "status = 'simmering'", 'status'],
  ['a total that no number holds', 'total = 9007199254740993', 'total'],
  ['a currency of another version', "currency = 'usd'", 'currency'],
])('leaves an order with %s out of the Orders tab, and logs only its id', async (_, change, field) => {
  await execute('alter table orders drop constraint if exists orders_status')
  const [good, bad, newer] = [await place(), await place({ customerName: 'Secret Guest' }), await place()]
  await execute(`update orders set ${change} where id = ${bad.id}`)
  for (const url of ['/api/orders', '/api/orders?limit=200', '/api/orders?q=a']) {
    const listed = await ids(url)
    expect(listed).toEqual(expect.arrayContaining([good.id, newer.id]))
    expect(listed).not.toContain(bad.id)
  }
  expect(omissionsLogged().at(-1)).toMatchObject({ id: bad.id, issues: [expect.stringContaining(field)] })
  expect(server.logged()).not.toContain('Secret Guest')
  await execute(`delete from orders where id = ${bad.id}`)
})

it.each([
  ['nutritional values of another version', `nutritional_values = '{"calories": "many"}'`],
  ['an allergen of another version', "allergen_codes = '{unobtainium}'"],
  ['a price that is too high', `price = ${MAX_PRICE + 1}`],
])('leaves a dish with %s out of the menu for guests, and marks it as broken for owners', async (_, change) => {
  await execute('alter table menu_items drop constraint if exists menu_items_price')
  await execute(`update menu_items set ${change} where id = ${server.pizza}`)
  const asGuest = { headers: { cookie: '' } }
  await expect.poll(() => ids('/api/menu', asGuest)).toEqual([server.soup])
  await expect.poll(() => broken('/api/menu')).toEqual([server.pizza])
  expect(omissionsLogged().at(-1)).toMatchObject({ id: server.pizza })
  await execute(
    `update menu_items set price = 4200, allergen_codes = '{}', nutritional_values = null where id = ${server.pizza}`,
  )
  await expect.poll(() => ids('/api/menu')).toContain(server.pizza)
  await execute(
    `alter table menu_items add constraint menu_items_price check (price between 0 and ${MAX_PRICE}) not valid`,
  )
})

it('leaves invalid tables out of their list, and marks invalid promotions as broken', async () => {
  const { id } = await newTable(server)
  await execute('alter table tables drop constraint tables_status')
  await execute(`update tables set status = 'flooded' where id = ${id}`)
  expect(await ids('/api/tables')).toContain(server.table)
  expect(await ids('/api/tables')).not.toContain(id)
  const at = new Date()
  const row = { titleRo: '', description: '', descriptionRo: '', startDate: '2026-01-01', createdAt: at, updatedAt: at }
  await server.connection.db.insert(promotions).values([
    { ...row, title: 'Good', endDate: '2036-01-01' },
    { ...row, title: 'For ever', endDate: 'infinity' },
  ])
  const [brokenId, ...others] = await broken('/api/promotions/all')
  expect(others).toEqual([])
  expect(await ids('/api/promotions', { headers: { cookie: '' } })).not.toContain(brokenId)
})

it('rejects a dish above the maximum price, and computes the largest possible order exactly', async () => {
  const setPrice = (price: number) => execute(`update menu_items set price = ${price} where id = ${server.pizza}`)
  await expect(setPrice(MAX_PRICE + 1)).rejects.toThrow()
  await execute('alter table menu_items drop constraint if exists menu_items_price')
  await setPrice(MAX_PRICE + 1)
  const items = Array.from({ length: MAX_LINES }, () => ({ menuItemId: server.pizza, quantity: MAX_QUANTITY }))
  const total = MAX_LINES * MAX_QUANTITY * MAX_PRICE
  const rejected = await server.call('POST', '/api/orders', takeaway(server, { items, total }))
  expect([rejected.statusCode, rejected.json().code]).toEqual([409, 'item_unavailable'])
  await setPrice(MAX_PRICE)
  expect(Number.isSafeInteger(total)).toBe(true)
  const { rows } = await server.connection.db.execute<{ total: string }>(sql`select sum(total) as total from orders`)
  const placed = [await place({ items, total }), await place({ items, total })]
  expect(placed.map((order) => order.total)).toEqual([total, total])
  const after = await server.connection.db.execute<{ total: string }>(sql`select sum(total) as total from orders`)
  expect(Number(after.rows[0]?.total) - Number(rows[0]?.total)).toBe(2 * total)
  expect((await server.asOwner('GET', '/api/summary')).statusCode).toBe(200)
  expect(await ids('/api/orders')).toEqual(expect.arrayContaining(placed.map(({ id }) => id)))
})
