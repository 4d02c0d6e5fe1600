import { sql } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import type { Phone } from '#server/testing/phone.ts'
import { seatAtNewTable } from '#server/testing/users.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { SessionOverview } from '#shared/contracts/shared-sessions.ts'

const server = testServer()
const at = (utc: string) => server.clock.set(new Date(utc))
const BEFORE_THE_END = '2026-11-24T15:59:50Z'
let ana: Phone
let dan: Phone

beforeEach(async () => {
  at(BEFORE_THE_END)
  await server.connection.db.execute(sql`truncate price_rules`)
  await server.connection.db.execute(sql`update sessions set expires_at = '2028-01-01T00:00:00Z', created_at = now()`)
  const weekly = [{ day: 2, from: '17:00', to: '18:00' }]
  const rule = { name: 'Happy hour', percent: 30, dishIds: [server.pizza], weekly }
  expect((await server.asOwner('POST', '/api/price-rules', rule)).statusCode).toBe(201)
  ;[ana, dan] = await seatAtNewTable(server, ['Ana', 'Dan'])
})

const prices = (phone: Phone) => phone.cart().map(({ price, listPrice }) => [price, listPrice])
const totals = async () =>
  (await server.asOwner('GET', '/api/shared-sessions')).json<SessionOverview[]>().map(({ total }) => total)

it('a shared cart costs less until the clock ends the rule, on all phones and for the owner, and stays ready', async () => {
  const options = [{ name: 'Large', price: 905 }]
  const group = (await server.asOwner('POST', '/api/menu/options', { name: 'Size', options })).json<OptionGroup>()
  await server.asOwner('PATCH', `/api/menu/${server.pizza}`, { optionGroupIds: [group.id] })
  const chosen = group.options.map(({ id }) => id)
  ana.send({ type: 'ADD_ITEM', payload: { menuItemId: server.pizza, quantity: 2, options: chosen } })
  dan.send({ type: 'ADD_ITEM', payload: { menuItemId: server.soup, quantity: 1 } })
  // 42.00 and 9.05 by 30 percent: 29.40 and 6.34.
  const lowered = [
    [3574, 5105],
    [2850, undefined],
  ]
  for (const phone of [ana, dan]) await vi.waitFor(() => expect(prices(phone)).toEqual(expect.arrayContaining(lowered)))
  expect(await totals()).toEqual([2 * 3574 + 2850])
  for (const phone of [ana, dan]) phone.send({ type: 'SET_READY', payload: { isReady: true } })
  await ana.frame('ALL_READY')

  at('2026-11-24T16:00:00Z')
  const listed = [
    [5105, undefined],
    [2850, undefined],
  ]
  for (const phone of [ana, dan])
    await vi.waitFor(() => expect(prices(phone)).toEqual(expect.arrayContaining(listed)), 5000)
  expect(await totals()).toEqual([2 * 5105 + 2850])
  // Nobody has to be ready anew, and the total of before is still taken.
  const { status, body } = await ana.complete({ total: 2 * 3574 + 2850 })
  expect([status, (body as PlacedOrder).total]).toEqual([200, 2 * 3574 + 2850])
})

it('a shared cart that names no total pays what holds now', async () => {
  ana.send({ type: 'ADD_ITEM', payload: { menuItemId: server.pizza, quantity: 1 } })
  await vi.waitFor(() => expect(prices(dan)).toEqual([[2940, 4200]]))
  for (const phone of [ana, dan]) phone.send({ type: 'SET_READY', payload: { isReady: true } })
  await ana.frame('ALL_READY')
  at('2026-11-24T16:05:00Z')
  const { status, body } = await ana.complete({})
  expect([status, (body as PlacedOrder).total]).toEqual([200, 4200])
})

it('a shared cart follows an owner who changes a rule', async () => {
  ana.send({ type: 'ADD_ITEM', payload: { menuItemId: server.pizza, quantity: 1 } })
  await vi.waitFor(() => expect(prices(dan)).toEqual([[2940, 4200]]))
  const [rule] = (await server.asOwner('GET', '/api/price-rules')).json<{ id: number }[]>()
  await server.asOwner('PATCH', `/api/price-rules/${rule?.id}`, { percent: 50 })
  await vi.waitFor(() => expect(prices(dan)).toEqual([[2100, 4200]]))
  await server.asOwner('DELETE', `/api/price-rules/${rule?.id}`)
  await vi.waitFor(() => expect(prices(dan)).toEqual([[4200, undefined]]))
})
