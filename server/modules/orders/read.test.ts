import { expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import type { Order, PlacedOrder, Summary } from '#shared/contracts/orders.ts'

const server = testServer()
const asOwner = () => ({ headers: { cookie: server.owner } })
const place = async (more = {}) =>
  (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>()
const move = (id: number, status: string) => server.call('PATCH', `/api/orders/${id}`, { status }, asOwner())
const list = async (query = '') =>
  (await server.call('GET', `/api/orders${query}`, undefined, asOwner())).json<Order[]>()
const summary = async () => (await server.call('GET', '/api/summary', undefined, asOwner())).json<Summary>()

it('the summary counts all orders, with a mean of 0 when there are none, and VIPs from the sixth order', async () => {
  expect(await summary()).toEqual({ totalOrders: 0, totalCustomers: 0, averageOrderValue: 0, vipCustomers: 0 })
  const placed = []
  for (let i = 0; i < 5; i++) placed.push(await place({ phoneNumber: '0711 222 333' }))
  await place({ phoneNumber: '0722 333 444', items: [{ menuItemId: server.pizza, quantity: 1 }], total: 4200 })
  expect(await summary()).toEqual({
    totalOrders: 6,
    totalCustomers: 2,
    averageOrderValue: Math.round((5 * 5700 + 4200) / 6),
    vipCustomers: 0,
  })
  const sixth = await place({ phoneNumber: '0711 222 333' })
  expect((await summary()).vipCustomers).toBe(1)
  await move(sixth.id, 'cancelled')
  expect((await summary()).vipCustomers).toBe(0)
  await move(sixth.id, 'pending')
  expect(await summary()).toMatchObject({ totalOrders: 7, vipCustomers: 1 })
})

it('the board gets every open order and the newest 200 others, newest first; the rest comes by pages', async () => {
  for (const order of await list()) await move(order.id, 'cancelled')
  const oldest = await place()
  const closed = []
  for (let i = 0; i < 205; i++) closed.push((await place()).id)
  await Promise.all(closed.map((id) => move(id, 'completed')))
  const board = await list()
  expect(board.filter(({ status }) => status === 'pending').map(({ id }) => id)).toEqual([oldest.id])
  expect(board).toHaveLength(201)
  expect(board.map(({ id }) => id)).toEqual(board.map(({ id }) => id).sort((a, b) => b - a))
  expect(board.slice(0, 200).map(({ id }) => id)).toEqual(closed.slice(5).reverse())

  const first = await list('?status=completed&limit=120')
  const second = await list(`?status=completed&limit=120&before=${first.at(-1)?.id}`)
  expect([...first, ...second].map(({ id }) => id)).toEqual([...closed].reverse())
  expect(second.every(({ items }) => items.length === 1)).toBe(true)
}, 60_000)

it('orders are found by number, name, phone and table, without regard to case or diacritics', async () => {
  const found = await place({ customerName: 'Ștefan Țurcanu', phoneNumber: '0731 220 618' })
  const table = await place({ tableId: server.table, customerName: 'Masa 5', phoneNumber: '0000000000' })
  const ids = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).map(({ id }) => id)
  expect(await ids('stefan tur')).toEqual([found.id])
  expect(await ids('40731220')).toEqual([found.id])
  expect(await ids('masa 5')).toEqual([table.id])
  expect(await ids(`#${found.id}`)).toContain(found.id)
  expect(await ids('100%')).toEqual([])
  expect(await ids("'; drop table orders; --")).toEqual([])
})

it.each(['limit=0', 'limit=201', 'limit=x', 'before=x', 'status=gone'])('%s is refused', async (query) => {
  const answer = await server.call('GET', `/api/orders?${query}`, undefined, asOwner())
  expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, query.split('=')[0]])
})
