import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { menuCategories, menuItems, settings } from '#server/db/schema/index.ts'
import { CARD, CASH, EVENING, HOUSE, MINUTE, type Person, payingFixture, SOUP } from '#server/testing/paying.ts'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import type { Day, OpenDay } from '#shared/contracts/days.ts'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import type { Recorded } from '#shared/contracts/payments.ts'
import { eraseReasons } from './days.ts'

const fixture = payingFixture({ houseLimit: 5000, cashRounding: 10 })
const { server, table } = fixture
const HOUR = 60 * MINUTE

beforeAll(async () => {
  await server.connection.db.execute(sql`update sessions set expires_at = '2028-01-01T00:00:00Z', created_at = now()`)
})
/** Each test has its own day. */
beforeEach(async () => {
  await server.connection.db.execute(sql`truncate day_entries, entry_shares, days`)
  await server.connection.db.execute(sql`update orders set status = 'completed', ended_at = '2026-01-01T00:00:00Z'`)
})

let keys = 0
const call = (person: Person, method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, key = `day-${++keys}`) =>
  fixture.call(person, method, path, body, key)
const passed = (ms: number) => server.clock.set(new Date(EVENING.getTime() + ms))
const ok = async <Body>(sent: ReturnType<typeof call>): Promise<Body> => {
  const response = await sent
  expect([response.statusCode, response.body]).toEqual([expect.closeTo(200, -1), expect.any(String)])
  return response.body === '' ? (undefined as Body) : response.json<Body>()
}
const place = (quantity = 2, more: object = {}) => fixture.place({ ...fixture.soups(quantity), ...more })
const pay = (order: { id: number }, due: number, body: object, person: Person = 'floor') =>
  ok<Recorded>(call(person, 'POST', '/payments', { orders: [order.id], due, amount: due, method: CARD, ...body }))
const setStatus = (id: number, status: string, more = {}, person: Person = 'floor') =>
  ok(call(person, 'PATCH', `/orders/${id}`, { status, ...more }))
const open = () => ok<OpenDay>(call('owner', 'GET', '/days/open'))
const close = (body: object, person: Person = 'owner', key?: string) =>
  call(person, 'POST', '/days/close', { counted: 0, left: 0, ...body }, key)
const closeAll = async (more: object = {}) => ok<Day>(close({ seen: (await open()).lastEntry, ...more }))
const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, JSON.parse(body).code]

it('a day has what was paid, taken back, given, cancelled, taken off, put in and taken out', async () => {
  await ok(call('owner', 'POST', '/till', { kind: 'in', amount: 30_000, reason: 'change' }))
  const [first, second, third] = [await place(3), await place(2), await place(1)]
  const cash = await pay(first, 3 * SOUP, { method: CASH, tip: 504, tendered: 10_000 })
  passed(HOUR)
  await ok(call('floor', 'PATCH', `/orders/${second.id}/items/${second.items[0]?.id}`, { quantity: 1 }))
  await pay(second, SOUP, { amount: 850, method: HOUSE, reason: 'waited' })
  await pay(second, 2000, { tip: 100 }, 'both')
  await ok(
    call('owner', 'POST', `/payments/${cash.id}/reverse`, { amount: 550, tip: 4, method: CASH, reason: 'too much' }),
  )
  await ok(call('owner', 'POST', '/till', { kind: 'out', amount: 5000, reason: 'flowers' }))
  await setStatus(second.id, 'completed')
  await setStatus(third.id, 'cancelled', {}, 'both')
  const left = await place(1)
  await setStatus(left.id, 'completed', { withoutPayment: true })
  const waiting = await place(1)
  passed(2 * HOUR)
  const day = await open()
  expect(day).toEqual({
    fiscal: null,
    from: EVENING.toISOString(),
    to: new Date(EVENING.getTime() + 2 * HOUR).toISOString(),
    currency: 'lei',
    orders: 2,
    start: 0,
    // 8550 + 504 is 9054, rounded 9050; 554 taken back, rounded 550.
    expected: 30_000 + 9050 - 550 - 5000,
    methods: [
      { id: CASH, kind: 'cash', name: 'Cash', nameRo: 'Numerar', amount: 8000, tip: 500, rounding: 0, count: 1 },
      { id: CARD, kind: 'card', name: 'Card', nameRo: 'Card', amount: 2000, tip: 100, rounding: 0, count: 1 },
    ],
    reversals: [{ user: 'boss', methodId: CASH, amount: 550, tip: 4, reason: 'too much' }],
    hours: [
      { hour: 20, amount: 3 * SOUP, count: 1 },
      { hour: 21, amount: 2000 - 550, count: 1 },
    ],
    tips: [
      { user: 'floor', amount: 500 },
      { user: 'both', amount: 100 },
    ],
    house: [{ user: 'floor', reason: 'waited', amount: 850 }],
    cancelled: [{ user: 'both', orders: 1, amount: SOUP }],
    takenOff: [{ user: 'floor', dishes: 1, amount: SOUP }],
    vat: [{ rate: null, amount: 2 * SOUP }],
    reductions: [],
    till: [
      { kind: 'in', amount: 30_000, reason: 'change', user: 'boss' },
      { kind: 'out', amount: 5000, reason: 'flowers', user: 'boss' },
    ],
    open: [
      { orderId: first.id, due: 550, tableNumber: table.number, placedAt: EVENING.toISOString() },
      { orderId: waiting.id, due: SOUP, tableNumber: table.number, placedAt: expect.any(String) },
    ],
    withoutPayment: [{ orderId: left.id, due: SOUP, tableNumber: table.number, placedAt: expect.any(String) }],
    nextNumber: 1,
    lastEntry: expect.any(Number),
  })
  const closed = await ok<Day>(close({ counted: 33_000, left: 30_000, seen: day.lastEntry, note: 'short' }))
  const { nextNumber: _, lastEntry: __, ...figures } = day
  expect(closed).toEqual({
    ...figures,
    ...{ number: 1, by: 'boss', counted: 33_000, difference: 33_000 - day.expected, left: 30_000, note: 'short' },
  })
  const { entries } = await ok<{ entries: { kind: string; details: object }[] }>(
    call('owner', 'GET', '/journal?limit=4'),
  )
  expect(entries.map(({ kind, details }) => [kind, details])).toEqual([
    ['day_closed', { day: 1 }],
    ['till', { what: 'out', amount: 5000 }],
    ['payment_reversed', { amount: 554 }],
    ['till', { what: 'in', amount: 30_000 }],
  ])
})

it('a day begins where the last one ended, with the cash that was left there', async () => {
  await pay(await place(), 2 * SOUP, { method: CASH })
  passed(HOUR)
  await closeAll({ counted: 5700, left: 1200 })
  passed(2 * HOUR)
  expect(await open()).toMatchObject({
    ...{
      from: new Date(EVENING.getTime() + HOUR).toISOString(),
      start: 1200,
      expected: 1200,
      methods: [],
      lastEntry: null,
    },
    ...{ nextNumber: 2, orders: 0 },
  })
  await pay(await place(), 2 * SOUP, { method: CASH })
  expect(await closeAll({ counted: 6900, left: 6900 })).toMatchObject({
    number: 2,
    start: 1200,
    expected: 6900,
    difference: 0,
  })
})

describe('closing', () => {
  it('needs an entry, and the last one that was shown', async () => {
    expect(codeOf(await close({ seen: null }))).toEqual([409, 'nothing_to_close'])
    await pay(await place(), 2 * SOUP, {})
    const { lastEntry } = await open()
    await pay(await place(), 2 * SOUP, {})
    const refused = await close({ seen: lastEntry })
    expect([...codeOf(refused), refused.json().lastEntry]).toEqual([409, 'day_changed', (await open()).lastEntry])
    expect((await open()).nextNumber).toBe(1)
    await closeAll()
    expect(codeOf(await close({ seen: lastEntry }))).toEqual([409, 'nothing_to_close'])
  })

  it('happens once, when two do it at the same time, and once per key', async () => {
    await pay(await place(), 2 * SOUP, {})
    const { lastEntry: seen } = await open()
    const responses = await Promise.all([close({ seen }), close({ seen }), close({ seen })])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
    await pay(await place(), 2 * SOUP, {})
    const again = { seen: (await open()).lastEntry }
    const same = await Promise.all([close(again, 'owner', 'close'), close(again, 'owner', 'close')])
    expect(new Set(same.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(await ok<Day[]>(call('owner', 'GET', '/days'))).toMatchObject([{ number: 2 }, { number: 1 }])
  })

  it('puts each of many payments into exactly one day', async () => {
    const orders = await Promise.all(Array.from({ length: 24 }, () => place(1, { tableId: null })))
    const paying = orders.map((order, i) =>
      call('floor', 'POST', '/payments', { orders: [order.id], due: SOUP, amount: SOUP, method: 1 + (i % 2), tip: i }),
    )
    const closing = async () => {
      for (let i = 0; i < 8; i++) await close({ seen: (await open()).lastEntry })
    }
    const [responses] = await Promise.all([Promise.all(paying), closing(), closing()])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(orders.map(() => 201))
    const days = [await open(), ...(await ok<Day[]>(call('owner', 'GET', '/days')))]
    const methods = days.flatMap((day) => day.methods)
    expect(methods.reduce((sum, { count }) => sum + count, 0)).toBe(24)
    expect(methods.reduce((sum, { tip }) => sum + tip, 0)).toBe((24 * 23) / 2)
  })

  it('is refused with more left in the till than was counted', async () => {
    await pay(await place(), 2 * SOUP, {})
    const response = await close({ seen: (await open()).lastEntry, counted: 100, left: 101 })
    expect([response.statusCode, response.json().issues?.[0].path]).toEqual([400, 'left'])
  })

  it('of a clock that was set back makes a day that ends where it begins', async () => {
    await pay(await place(), 2 * SOUP, {})
    await closeAll()
    passed(-5 * HOUR)
    await pay(await place(), 2 * SOUP, {})
    const { from, to } = await closeAll()
    expect([from, to]).toEqual([EVENING.toISOString(), EVENING.toISOString()])
    passed(HOUR)
    expect((await open()).from).toBe(EVENING.toISOString())
  })
})

describe('a closed day', () => {
  it('stays as it is, byte by byte, whatever happens later', async () => {
    const order = await place()
    const payment = await pay(order, 2 * SOUP, { tip: 100 })
    const response = await close({ seen: (await open()).lastEntry, note: 'ă„x"' })
    const later = async () => (await call('owner', 'GET', '/days/1')).body
    expect(await later()).toBe(response.body)
    await ok(
      call('owner', 'POST', `/payments/${payment.id}/reverse`, { amount: 1, tip: 100, method: CASH, reason: 'x' }),
    )
    await setStatus(order.id, 'cancelled', {}, 'owner')
    await ok(call('owner', 'PATCH', '/settings', { cashRounding: 5 }))
    await closeAll()
    expect(await later()).toBe(response.body)
    expect((await call('owner', 'GET', '/days')).body).toContain(response.body)
    expect((await call('owner', 'GET', '/days/9')).statusCode).toBe(404)
    await ok(call('owner', 'PATCH', '/settings', { cashRounding: 10 }))
  })

  it('is listed newest first, page by page', async () => {
    await server.connection.db.execute(sql`insert into days (number, closed_at, ends_at, last_entry, left_in_till, report)
      select n, now(), now(), 0, 0, '{"number":' || n || '}' from generate_series(1, 205) n`)
    const page = async (query = '') =>
      (await ok<{ number: number }[]>(call('owner', 'GET', `/days${query}`))).map(({ number }) => number)
    const [first, second, third] = [await page(), await page('?before=106'), await page('?before=6')]
    expect([first.length, first[0], first.at(-1), second[0], third]).toEqual([100, 205, 106, 105, [5, 4, 3, 2, 1]])
  })

  it('is a file in two languages, in which no cell is a formula', async () => {
    await ok(call('owner', 'POST', '/till', { kind: 'out', amount: 1250, reason: '=1+1' }))
    await pay(await place(), 2 * SOUP, { tip: 100 })
    await closeAll({ counted: 0 })
    const en = (await call('owner', 'GET', '/days/1?as=csv&lang=en')).body.split('\r\n')
    expect(en[0]).toBe('\ufeffEnd of day · not a fiscal document')
    expect(en).toContain("Taken out,boss,'=1+1,,12.50,,lei")
    expect(en).toContain('By method,Card,,1,57.00,1.00,lei')
    expect(en).toContain('Expected,,,,-12.50,,lei')
    const ro = (await call('owner', 'GET', '/days/1?as=csv&lang=ro')).body
    expect(ro).toContain('Pe metode;Card;;1;57,00;1,00;lei')
    expect(ro).toContain('nu este document fiscal')
  })

  it('loses its reasons and its note by the privacy clock, and no figure', async () => {
    await ok(call('owner', 'POST', '/till', { kind: 'in', amount: 100, reason: 'from Maria' }))
    const payment = await pay(await place(), 2 * SOUP, { amount: 500, method: HOUSE, reason: 'birthday of Maria' })
    await ok(call('floor', 'POST', `/payments/${payment.id}/reverse`, { amount: 1, method: HOUSE, reason: 'Maria' }))
    const day = await closeAll({ note: 'Maria counted' })
    await eraseReasons(server.connection.db, EVENING)
    expect((await call('owner', 'GET', '/days/1')).body).toBe(JSON.stringify(day))
    await eraseReasons(server.connection.db, new Date(EVENING.getTime() + 1))
    const [erased] = await ok<Day[]>(call('owner', 'GET', '/days'))
    expect(JSON.stringify(erased)).not.toContain('Maria')
    const strip = (text: string) => JSON.parse(text.replaceAll(/"(reason|note)":("[^"]*"|null)/g, '"$1":0'))
    expect(strip(JSON.stringify(erased))).toEqual(strip(JSON.stringify(day)))
    const { rows } = await server.connection.db.execute(sql`select from day_entries where reason is not null`)
    expect(rows).toEqual([])
  })
})

describe('what price rules took off', () => {
  it('is listed by rule, for the orders that were completed, in the file too', async () => {
    const add = async (name: string, percent: number, dishIds: number[]) =>
      (
        await ok<{ id: number }>(
          call('owner', 'POST', '/price-rules', { name, nameRo: `${name} (ro)`, percent, dishIds }),
        )
      ).id
    const [soups, pizzas] = [await add('Happy', 30, [server.soup]), await add('Happy', 10, [server.pizza])]
    const items = [
      { menuItemId: server.soup, quantity: 2 },
      { menuItemId: server.pizza, quantity: 1 },
    ]
    const order = await place(0, { items, total: 2 * 1995 + 3780 })
    const waiting = await place(0, { items, total: 2 * 1995 + 3780 })
    await ok(call('owner', 'PATCH', `/price-rules/${soups}`, { name: 'Happy hour' }))
    const other = await place(0, { items: items.slice(0, 1), total: 2 * 1995 })
    await ok(call('floor', 'PATCH', `/orders/${other.id}/items/${other.items[0]?.id}`, { quantity: 1 }))
    for (const { id, total } of [order, { ...other, total: 1995 }]) {
      await pay({ id }, total, {})
      await setStatus(id, 'completed')
    }
    passed(1)
    const reductions = [
      { name: 'Happy hour', nameRo: 'Happy (ro)', count: 3, amount: 3 * 855 },
      { name: 'Happy', nameRo: 'Happy (ro)', count: 1, amount: 420 },
    ]
    expect((await open()).reductions).toEqual(reductions)
    const { number } = await closeAll()
    const file = (await call('owner', 'GET', `/days/${number}?as=csv&lang=ro`)).body
    expect(file).toContain('Prețuri pe intervale;Happy (ro);;3;25,65;;lei')
    for (const id of [soups, pizzas]) await fixture.server.asOwner('DELETE', `/api/price-rules/${id}`)
    await setStatus(waiting.id, 'cancelled')
  })

  it('is missing in the file of a day from before', async () => {
    await ok(call('owner', 'POST', '/till', { kind: 'in', amount: 100, reason: 'x' }))
    const { number } = await closeAll()
    await server.connection.db.execute(sql`update days set report = (report::jsonb - 'reductions')::text`)
    expect((await call('owner', 'GET', `/days/${number}?as=csv&lang=en`)).statusCode).toBe(200)
  })
})

describe('sales by VAT rate', () => {
  const soups = async () =>
    (await ok<MenuCategory[]>(call('owner', 'GET', '/menu/categories'))).find(({ name }) => name === 'Test soups')
  const rate = async (vatRate: number | null) => {
    const category = await soups()
    return call('owner', 'PATCH', `/menu/categories/${category?.id}`, { vatRate })
  }

  it('count each line by the rate that its category had when it was ordered', async () => {
    await ok(rate(11))
    const first = await place()
    await ok(rate(21.5))
    const second = await place(1)
    await ok(rate(null))
    for (const order of [first, second]) {
      await pay(order, order.total, {})
      await setStatus(order.id, 'completed')
    }
    passed(1)
    expect((await open()).vat).toEqual([
      { rate: 21.5, amount: SOUP },
      { rate: 11, amount: 2 * SOUP },
    ])
    for (const wrong of [-1, 101, 9.123, '9']) expect((await rate(wrong as number)).statusCode).toBe(400)
    const [category] = (await server.call('GET', '/api/menu/categories')).json<MenuCategory[]>()
    expect(category).not.toHaveProperty('vatRate')
    expect(Object.keys(first.items[0] ?? {})).not.toContain('vatRate')
  })

  it('leave a deposit untaxed, also of a dish that an option names; packaging has the rate of its dish', async () => {
    await ok(rate(11))
    const addCola = (name: string, takeawayFee: object) => {
      const names = { name, nameRo: name, category: 'Test soups', categoryRo: 'Supe' }
      return ok<MenuItem>(call('owner', 'POST', '/menu', { ...names, price: 900, takeawayFee }))
    }
    const bottle = await addCola('Cola', { name: 'Deposit', nameRo: 'Garanție', amount: 50, deposit: true })
    const box = await addCola('Cake', { name: 'Box', amount: 100 })
    expect([bottle.takeawayFee, box.takeawayFee]).toEqual([
      { name: 'Deposit', nameRo: 'Garanție', amount: 50, deposit: true },
      { name: 'Box', nameRo: '', amount: 100, deposit: false },
    ])
    const [named] = (
      await ok<OptionGroup>(
        call('owner', 'POST', '/menu/options', {
          name: 'With',
          options: [{ menuItemId: bottle.id, name: '', price: 0 }],
        }),
      )
    ).options
    const group = { optionGroupIds: [(await ok<OptionGroup[]>(call('owner', 'GET', '/menu/options'))).at(-1)?.id] }
    await ok(call('owner', 'PATCH', `/menu/${box.id}`, group))
    const items = [
      { menuItemId: bottle.id, quantity: 2 },
      { menuItemId: box.id, quantity: 1, options: [named?.id ?? 0] },
    ]
    const order = await place(0, { items, total: 2 * 950 + 1000 + 50, tableId: null, diningOption: 'takeaway' })
    await pay(order, order.total, {})
    await setStatus(order.id, 'completed')
    passed(1)
    expect((await open()).vat).toEqual([
      { rate: 11, amount: 2 * 900 + 1000 },
      { rate: null, amount: 3 * 50 },
    ])
    await closeAll()
  })

  it('share the price of a set menu among its parts by their own prices', async () => {
    const { db } = server.connection
    const [drinks] = await db
      .insert(menuCategories)
      .values({ name: 'Test drinks', position: 99, vatRate: 21 })
      .returning()
    await ok(rate(11))
    const at = { position: 50, createdAt: EVENING, updatedAt: EVENING, description: '', descriptionRo: '' }
    const [water, lunch] = await db
      .insert(menuItems)
      .values([
        { ...at, name: 'Water', price: 950, categoryId: drinks?.id ?? 0 },
        { ...at, name: 'Lunch', price: 3000, categoryId: (await soups())?.id ?? 0, isSetMenu: true, position: 51 },
      ] as (typeof menuItems.$inferInsert)[])
      .returning()
    const group = async (name: string, menuItemId: number) =>
      ok<OptionGroup>(
        call('owner', 'POST', '/menu/options', { name, min: 1, max: 1, options: [{ menuItemId, name, price: 0 }] }),
      )
    const groups = [await group('Starter', server.soup), await group('Drink', water?.id ?? 0)]
    const optionGroupIds = groups.map(({ id }) => id)
    await ok(call('owner', 'PATCH', `/menu/${lunch?.id}`, { optionGroupIds, isSetMenu: true }))
    const options = groups.map((one) => one.options[0]?.id ?? 0)
    const items = [{ menuItemId: lunch?.id ?? 0, quantity: 2, options }]
    const order = await place(0, { items, total: 6000 })
    await pay(order, 6000, {})
    await setStatus(order.id, 'completed')
    passed(1)
    // 2850 and 950 are three quarters and one quarter.
    expect((await open()).vat).toEqual([
      { rate: 21, amount: 1500 },
      { rate: 11, amount: 4500 },
    ])
  })
})

it('the currency cannot change while the day is open', async () => {
  await pay(await place(), 2 * SOUP, {})
  const change = (currency: string) => call('owner', 'PATCH', '/settings', { currency })
  expect(codeOf(await change('eur'))).toEqual([409, 'day_open'])
  await ok(change('lei'))
  await closeAll()
  await ok(change('eur'))
  await ok(change('lei'))
})

it('a day that was forgotten is found before service, and only while payments are on', async () => {
  const facts = () => ok<BeforeService>(call('owner', 'GET', '/before-service'))
  const found = async () => (await facts()).checks.find(({ name }) => name === 'dayEnd')?.state
  await pay(await place(), 2 * SOUP, {})
  expect(await found()).toBe('ok')
  // The next business day begins at four.
  passed(8 * HOUR)
  expect(await found()).toBe('look')
  expect((await facts()).forgottenDay).toBe('2026-11-20')
  await server.connection.db.update(settings).set({ payments: false })
  expect(await found()).toBeUndefined()
  await server.connection.db.update(settings).set({ payments: true })
  await closeAll()
  expect(await found()).toBe('ok')
})

it('the till is refused while payments are off, and wrong amounts always', async () => {
  const till = (body: object) => call('owner', 'POST', '/till', { kind: 'in', amount: 100, reason: 'x', ...body })
  for (const [wrong, path] of [
    [{ amount: 0 }, 'amount'],
    [{ amount: 10 ** 12 }, 'amount'],
    [{ kind: 'up' }, 'kind'],
    [{ reason: ' ' }, 'reason'],
  ] as const)
    expect((await till(wrong)).json().issues[0].path).toBe(path)
  await server.connection.db.update(settings).set({ payments: false })
  expect(codeOf(await till({}))).toEqual([409, 'payments_off'])
  await server.connection.db.update(settings).set({ payments: true })
})
