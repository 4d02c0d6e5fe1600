import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { type People, signInPeople } from '#server/testing/users.ts'
import type { Bill } from '#shared/contracts/bills.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer()
/** Tuesdays from 17:00 to 18:00 in Bucharest, which ends at 16:00 UTC. */
const HAPPY = [{ day: 2, from: '17:00', to: '18:00' }]
const DURING = '2026-11-24T15:30:00Z'
const at = (utc: string) => server.clock.set(new Date(utc))

let side: OptionGroup
let people: People
/** A set menu with two dishes, of which one has a rule of its own. */
let [lunch, fries, cola] = [0, 0, 0]
beforeAll(async () => {
  const add = async (path: string, body: object) => (await server.asOwner('POST', path, body)).json()
  const dish = { nameRo: 'x', category: 'Menus', categoryRo: 'Meniuri' }
  fries = (await add('/api/menu', { ...dish, name: 'Fries', price: 1200 })).id
  const fee = { name: 'Deposit', nameRo: 'Garanție', amount: 50, deposit: true }
  cola = (await add('/api/menu', { ...dish, name: 'Cola', price: 900, takeawayFee: fee })).id
  side = await add('/api/menu/options', {
    name: 'Side',
    options: [
      { menuItemId: fries, price: 115 },
      { menuItemId: cola, price: 0 },
      { name: 'Sauce', price: 5, times: 3 },
    ],
  })
  const group = { isSetMenu: true, optionGroupIds: [side.id] }
  lunch = (await add('/api/menu', { ...dish, name: 'Lunch', price: 3501, ...group })).id
  people = await signInPeople(server)
})
beforeEach(async () => {
  at(DURING)
  await server.connection.db.execute(sql`update sessions set expires_at = '2028-01-01T00:00:00Z', created_at = now()`)
})
afterEach(async () => {
  await server.connection.db.execute(sql`truncate price_rules`)
})

const addRule = async (fields: object = {}) => {
  const rule = { name: 'Happy hour', nameRo: 'Ora fericită', percent: 30, dishIds: [server.soup], weekly: HAPPY }
  const response = await server.asOwner('POST', '/api/price-rules', { ...rule, ...fields })
  expect(response.statusCode).toBe(201)
  return response.json<{ id: number }>().id
}
const place = (total: number, more: Partial<OrderRequest> = {}, cookie?: string) =>
  server.call('POST', '/api/orders', takeaway(server, { total, ...more }), { headers: cookie ? { cookie } : {} })
const outcome = async (sent: ReturnType<typeof place>) => {
  const response = await sent
  return response.statusCode === 201 ? response.json<PlacedOrder>().total : response.json().code
}

describe('an order while a rule runs', () => {
  it('costs what the rule makes of it, and its lines remember price and rule', async () => {
    const id = await addRule()
    const order = (await place(3990)).json<PlacedOrder>()
    const rule = { name: 'Happy hour', nameRo: 'Ora fericită' }
    expect(order).toMatchObject({ total: 3990, items: [{ price: 1995, listPrice: 2850, rule, quantity: 2 }] })
    await server.asOwner('PATCH', `/api/price-rules/${id}`, { name: 'Renamed' })
    await server.asOwner('DELETE', `/api/price-rules/${id}`)
    const stored = (await server.asOwner('GET', `/api/orders/${order.id}`)).json()
    expect(stored.items).toMatchObject(order.items)
    expect(await outcome(place(5700))).toBe(5700)
  })

  it('has a line whose list price is its price without a rule', async () => {
    const order = (await place(5700)).json<PlacedOrder>()
    expect(order.items).toMatchObject([{ price: 2850, listPrice: 2850, rule: null }])
  })

  it.each<[string, () => string]>([
    ['an owner', () => server.owner],
    ['a waiter', () => people.floor],
  ])('of %s costs the same', async (_, cookie) => {
    await addRule()
    expect([await outcome(place(5700, {}, cookie())), await outcome(place(3990, {}, cookie()))]).toEqual([
      'price_changed',
      3990,
    ])
  })

  it('lowers options and the dishes that they name, each by itself, never by their own rule, and no fee', async () => {
    await addRule({ dishIds: [lunch] })
    await addRule({ dishIds: [fries], percent: 90 })
    const [withFries = 0, withCola = 0, sauce = 0] = side.options.map(({ id }) => id)
    const items = [{ menuItemId: lunch, quantity: 2, options: [withFries, withCola, sauce, sauce] }]
    // 35.01 → 24.507, 1.15 → 0.805 and 0.05 → 0.035 are rounded half up.
    const total = 2 * (2451 + 2 * 4 + 81 + 50)
    const order = (await place(total, { items })).json<PlacedOrder>()
    expect(
      order.items.map(({ name, price, listPrice, rule, options }) => [
        name,
        price,
        listPrice,
        rule?.name,
        options.map((one) => one.price),
      ]),
    ).toEqual([
      ['Lunch', 2459, 3511, 'Happy hour', [4]],
      ['Fries', 81, 115, 'Happy hour', []],
      ['Cola', 0, 0, 'Happy hour', []],
      ['Deposit', 50, 50, undefined, []],
    ])
    expect(order.total).toBe(total)
    // The same dishes by themselves: one has a rule, the other none.
    const alone = [
      { menuItemId: fries, quantity: 1 },
      { menuItemId: cola, quantity: 1 },
    ]
    expect(await outcome(place(120 + 900 + 50, { items: alone }))).toBe(1070)
  })

  it('of equal percents goes by the older rule, and percents do not add up', async () => {
    await addRule({ name: 'Low', percent: 10 })
    await addRule({ name: 'Older' })
    await addRule({ name: 'Younger' })
    const order = (await place(3990)).json<PlacedOrder>()
    expect(order.items[0]?.rule?.name).toBe('Older')
  })

  it('is refused with another total, with list prices and the percents that hold', async () => {
    await addRule()
    const items = [
      { menuItemId: server.soup, quantity: 1 },
      { menuItemId: server.pizza, quantity: 1 },
    ]
    const response = await place(7050, { items })
    expect([response.statusCode, response.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'price_changed',
        total: 6195,
        prices: [
          { menuItemId: server.soup, price: 2850 },
          { menuItemId: server.pizza, price: 4200 },
        ],
        offers: [{ menuItemId: server.soup, percent: 30, roundTo: 1 }],
      }),
    ])
    at('2026-11-24T16:30:00Z')
    const later = (await place(6195, { items })).json()
    expect([later.code, later.total, 'offers' in later]).toEqual(['price_changed', 7050, false])
  })

  it('is on the bill of its table as it was lowered', async () => {
    await addRule()
    const dineIn = { tableId: server.table, diningOption: 'dine-in' as const }
    expect(await outcome(place(3990, dineIn, server.owner))).toBe(3990)
    const bill = (await server.asOwner('GET', `/api/tables/${server.table}/bill`)).json<Bill>()
    expect(bill).toMatchObject({ total: 3990, lines: [{ price: 1995, listPrice: 2850, rule: { name: 'Happy hour' } }] })
  })
})

describe('the ten minutes after a rule', () => {
  it('take the total of before, and then no longer', async () => {
    await addRule()
    at('2026-11-24T16:00:00Z')
    expect(await outcome(place(3990))).toBe(3990)
    expect(await outcome(place(5700))).toBe(5700)
    at('2026-11-24T16:09:59.999Z')
    const order = (await place(3990)).json<PlacedOrder>()
    expect(order.items[0]).toMatchObject({ price: 1995, listPrice: 2850, rule: { name: 'Happy hour' } })
    at('2026-11-24T16:10:00Z')
    expect(await outcome(place(3990))).toBe('price_changed')
  })

  it('take it with or without the rule that has begun since', async () => {
    await addRule()
    await addRule({
      name: 'Later',
      percent: 10,
      dishIds: [server.pizza],
      weekly: [{ day: 2, from: '18:00', to: '19:00' }],
    })
    const items = [
      { menuItemId: server.soup, quantity: 1 },
      { menuItemId: server.pizza, quantity: 1 },
    ]
    const sent = (total: number) => outcome(place(total, { items }))
    at('2026-11-24T16:05:00Z')
    expect([await sent(1995 + 4200), await sent(1995 + 3780), await sent(2850 + 3780)]).toEqual([6195, 5775, 6630])
    expect(await sent(2850 + 4200)).toBe('price_changed')
  })

  it('are none for a rule that has just begun, that an owner ended, or for a chosen time', async () => {
    const id = await addRule()
    at('2026-11-24T15:05:00Z')
    expect(await outcome(place(5700))).toBe('price_changed')
    await server.asOwner('PATCH', `/api/price-rules/${id}`, { isActive: false })
    expect(await outcome(place(3990))).toBe('price_changed')
    await server.asOwner('PATCH', `/api/price-rules/${id}`, { isActive: true })
    const pickup = { on: true, leadMinutes: 20, slotMinutes: 5, daysAhead: 7, ordersPerSlot: null }
    await server.asOwner('PATCH', '/api/settings', { pickup })
    const [during, after, tomorrow] = [
      '2026-12-01T15:30:00.000Z',
      '2026-12-01T16:05:00.000Z',
      '2026-11-25T15:30:00.000Z',
    ]
    expect(await outcome(place(3990, { pickupAt: during }))).toBe(3990)
    expect(await outcome(place(3990, { pickupAt: after }))).toBe('price_changed')
    expect(await outcome(place(5700, { pickupAt: tomorrow }))).toBe(5700)
    // As soon as possible is priced now, and so is the house's time that has passed.
    at('2026-11-24T15:50:00Z')
    expect(await outcome(place(3990, { pickupAt: null }))).toBe(3990)
    expect(await outcome(place(3990, { pickupAt: '2026-11-24T14:30:00.000Z' }, people.floor))).toBe(3990)
    at('2026-11-24T16:05:00Z')
    expect(await outcome(place(5700, { pickupAt: '2026-11-24T15:30:00.000Z' }, people.floor))).toBe(5700)
    expect(await outcome(place(3990, { pickupAt: '2026-11-24T15:30:00.000Z' }, people.floor))).toBe(3990)
    await server.asOwner('PATCH', '/api/settings', { pickup: { ...pickup, on: false } })
  })

  it('are none for an end that an owner has set to a moment ago, and all of them after a new name', async () => {
    const edit = (id: number, body: object) => server.asOwner('PATCH', `/api/price-rules/${id}`, body)
    const id = await addRule({ weekly: [{ day: 2, from: '17:00', to: '20:00' }] })
    at('2026-11-24T16:05:00Z')
    await edit(id, { weekly: HAPPY })
    expect(await outcome(place(3990))).toBe('price_changed')
    await edit(id, { weekly: [{ day: 2, from: '17:00', to: '18:06' }] })
    at('2026-11-24T16:07:00Z')
    await edit(id, { name: 'Ora bună' })
    expect(await outcome(place(3990))).toBe(3990)
    at('2026-11-24T16:16:00Z')
    expect(await outcome(place(3990))).toBe('price_changed')
    await addRule()
    expect(await outcome(place(3990))).toBe('price_changed')
  })

  it.each([
    ['past midnight', [{ day: 2, from: '22:00', to: '02:00' }], '2026-11-24T23:59:59Z', '2026-11-25T00:10:00Z'],
    // The hour from 03:00 to 04:00 comes twice.
    ['where clocks go back', [{ day: 7, from: '02:00', to: '03:30' }], '2026-10-25T01:29:59Z', '2026-10-25T01:40:00Z'],
    // The hour from 03:00 to 04:00 is skipped.
    [
      'where clocks go forward',
      [{ day: 7, from: '02:00', to: '03:30' }],
      '2026-03-29T00:59:59Z',
      '2026-03-29T01:10:00Z',
    ],
  ])('are counted %s', async (_, weekly, last, over) => {
    await addRule({ weekly })
    at(last)
    expect(await outcome(place(3990))).toBe(3990)
    at(over)
    expect(await outcome(place(3990))).toBe('price_changed')
  })
})
