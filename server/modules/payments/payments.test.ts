import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { untilLockWaits } from '#server/testing/database.ts'
import { newTable, type People, signInPeople, tableStatus } from '#server/testing/users.ts'
import type { Bill } from '#shared/contracts/bills.ts'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { Order, OrderRequest, PlacedOrder, Summary } from '#shared/contracts/orders.ts'
import type { Payment, Recorded } from '#shared/contracts/payments.ts'
import type { Report } from '#shared/contracts/reports.ts'
import type { PaymentMethod } from '#shared/domain/payments/methods.ts'

const server = testServer({ guestWritesPerMinute: 10_000 })
const NOW = new Date('2026-11-20T18:00:00.000Z')
const MINUTE = 60_000
const [SOUP, PIZZA] = [2850, 4200]
const [CASH, CARD, VOUCHER, HOUSE] = [1, 2, 3, 4]
type Person = keyof People
let people: People
let table = { id: 0, number: 0 }

beforeAll(async () => {
  people = await signInPeople(server)
  const { paymentMethods } = (await call('owner', 'GET', '/settings')).json<{ paymentMethods: PaymentMethod[] }>()
  const house = { kind: 'house', name: 'On the house', nameRo: 'Din partea casei' }
  await change({ payments: true, paymentMethods: [...paymentMethods, house], houseLimit: 2000 })
})
beforeEach(async () => {
  server.clock.set(NOW)
  table = await newTable(server)
})

let keys = 0
const call = (person: Person, method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, key?: string) =>
  server.call(method, `/api${path}`, body, {
    headers: { cookie: people[person], 'accept-language': 'en', ...(key !== undefined && { 'idempotency-key': key }) },
  })
const post = (person: Person, path: string, body: unknown, key = `key-${++keys}`) =>
  call(person, 'POST', path, body, key)
const change = async (body: object) => {
  const response = await call('owner', 'PATCH', '/settings', body)
  expect([response.statusCode, body]).toEqual([200, body])
}
const place = async (more: Partial<OrderRequest> = {}) =>
  (
    await call('floor', 'POST', '/orders', takeaway(server, { tableId: table.id, ...soups(2), ...more }))
  ).json<PlacedOrder>()
const soups = (quantity: number, guestName?: string) => ({
  items: [{ menuItemId: server.soup, quantity, guestName }],
  total: quantity * SOUP,
})
const pay = (body: object, person: Person = 'floor', key?: string) =>
  post(person, '/payments', { method: CARD, ...body }, key)
const paid = async (body: object, person: Person = 'floor') => {
  const response = await pay(body, person)
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)])
  return response.json<Recorded>()
}
const reverse = (id: number, body: object, person: Person = 'floor', key?: string) =>
  post(person, `/payments/${id}/reverse`, { method: CARD, reason: 'mistake', ...body }, key)
const billOf = async () => (await call('floor', 'GET', `/tables/${table.id}/bill`)).json<Required<Bill>>()
const orderOf = async (id: number, person: Person = 'owner') =>
  (await call(person, 'GET', '/orders')).json<Order[]>().find((order) => order.id === id)
const setStatus = (id: number, status: string, more = {}) =>
  call('floor', 'PATCH', `/orders/${id}`, { status, ...more })
const refusal = ({ statusCode, body }: { statusCode: number; body: string }) => {
  const { code, issues, message: _, requestId: __, ...details } = JSON.parse(body)
  return { status: statusCode, ...(code && { code }), ...(issues && { path: issues[0].path }), ...details }
}

describe('a payment', () => {
  it('pays the oldest order first, and is seen in orders, on the bill and on the floor', async () => {
    const [first, second] = [await place(), await place()]
    const both = { orders: [second.id, first.id], due: 4 * SOUP }
    expect(await paid({ ...both, amount: 3 * SOUP, tip: 500 })).toEqual({
      ...{ id: expect.any(Number), amount: 3 * SOUP, tip: 500, rounding: 0, change: 0, due: SOUP },
    })
    expect(await orderOf(first.id)).toMatchObject({ paid: 2 * SOUP, due: 0, version: 2 })
    expect(await orderOf(second.id, 'floor')).toMatchObject({ paid: SOUP, due: SOUP })
    const [payment, ...others] = (await billOf()).payments
    expect(others).toEqual([])
    expect(payment).toEqual({
      id: expect.any(Number),
      at: NOW.toISOString(),
      user: 'floor',
      reverses: null,
      method: { id: CARD, kind: 'card', name: 'Card', nameRo: 'Card' },
      ...{ amount: 3 * SOUP, tip: 500, rounding: 0, tendered: null, guestName: null, reason: null },
      left: { amount: 3 * SOUP, tip: 500 },
      orders: [
        { orderId: first.id, amount: 2 * SOUP },
        { orderId: second.id, amount: SOUP },
      ],
    })
    expect(await billOf()).toMatchObject({ total: 4 * SOUP, paid: 3 * SOUP, due: SOUP })
    const floor = (await call('floor', 'GET', '/floor')).json<FloorTable[]>()
    expect(floor.find(({ id }) => id === table.id)).toMatchObject({ total: 4 * SOUP, paid: 3 * SOUP, due: SOUP })
    expect((await call('floor', 'GET', `/payments?orderId=${second.id}`)).json()).toEqual([payment])
  })

  it('ends the call for the bill once nothing at the table is due, and no call for the waiter', async () => {
    const [first, second] = [await place(), await place()]
    for (const kind of ['bill', 'waiter']) await post('floor', `/tables/${table.id}/calls`, { kind })
    const calls = async () => {
      const floor = (await call('floor', 'GET', '/floor')).json<FloorTable[]>()
      return floor.find(({ id }) => id === table.id)?.calls.map(({ kind }) => kind)
    }
    const whole = { due: 2 * SOUP, amount: 2 * SOUP }
    await paid({ orders: [first.id], ...whole })
    expect(await calls()).toEqual(['bill', 'waiter'])
    await paid({ orders: [second.id], ...whole })
    expect(await calls()).toEqual(['waiter'])
  })

  it('is seen by owners and the floor alone, and by nobody while payments are off', async () => {
    const { id } = await place()
    await paid({ orders: [id], due: 2 * SOUP, amount: SOUP })
    expect(await orderOf(id, 'both')).toMatchObject({ paid: SOUP })
    expect(await orderOf(id, 'kitchen')).not.toHaveProperty('paid')
    expect(await orderOf(id, 'kitchen')).not.toHaveProperty('due')
    await change({ payments: false })
    onTestFinished(() => change({ payments: true }))
    for (const seen of [await orderOf(id), await billOf(), (await billOf()).guests[0]]) {
      expect(seen).not.toHaveProperty('paid')
      expect(seen).not.toHaveProperty('due')
    }
    expect(refusal(await pay({ orders: [id], due: SOUP, amount: SOUP }))).toEqual({ status: 409, code: 'payments_off' })
    expect((await setStatus(id, 'completed')).statusCode).toBe(200)
  })

  it('in cash is rounded, and says what is given back', async () => {
    await change({ cashRounding: 10 })
    onTestFinished(() => change({ cashRounding: 0 }))
    const { id } = await place({ items: [{ menuItemId: server.soup, quantity: 1 }], total: SOUP })
    const cash = { orders: [id], method: CASH }
    expect(await paid({ ...cash, due: SOUP, amount: 1003, tip: 50, tendered: 2000 })).toMatchObject({
      ...{ rounding: -3, change: 2000 - 1050, due: SOUP - 1003 },
    })
    expect(refusal(await pay({ ...cash, due: SOUP - 1003, amount: 1846, tendered: 1849 }))).toMatchObject({
      ...{ status: 400, path: 'tendered' },
    })
    expect(await paid({ ...cash, due: SOUP - 1003, amount: 1846, tendered: 1850 })).toMatchObject({
      ...{ rounding: 4, change: 0 },
    })
  })

  it('of a guest lowers what that guest owes', async () => {
    const { id } = await place({
      items: [
        { menuItemId: server.soup, quantity: 1, guestName: 'Ana' },
        { menuItemId: server.pizza, quantity: 1, guestName: 'Dan' },
        { menuItemId: server.soup, quantity: 1 },
      ],
      total: 2 * SOUP + PIZZA,
    })
    await paid({ orders: [id], due: 2 * SOUP + PIZZA, amount: PIZZA, guestName: 'Dan' })
    const { guests } = await billOf()
    expect(guests.map(({ guestName, due }) => [guestName, due])).toEqual([
      ['Ana', SOUP],
      ['Dan', 0],
      [null, SOUP],
    ])
    await paid({ orders: [id], due: 2 * SOUP, amount: 2 * SOUP - 100 })
    expect((await billOf()).guests.map(({ due }) => due)).toEqual([100, 0, 0])
  })

  it('on the house needs a reason, and an owner above the limit', async () => {
    const { id } = await place()
    const house = { orders: [id], due: 2 * SOUP, method: HOUSE }
    expect(refusal(await pay({ ...house, amount: 2000 }))).toMatchObject({ status: 400, path: 'reason' })
    const late = { ...house, amount: 2001, reason: 'waited long' }
    expect(refusal(await pay(late))).toEqual({ status: 409, code: 'house_limit', limit: 2000 })
    expect(await paid(late, 'owner')).toMatchObject({ due: 2 * SOUP - 2001 })
    expect(await orderOf(id)).toMatchObject({ paid: 2001, due: 2 * SOUP - 2001 })
  })

  it('is recorded once per key, also when it is sent four times at once', async () => {
    const { id } = await place()
    const body = { orders: [id], due: 2 * SOUP, amount: SOUP }
    const responses = await Promise.all(Array.from({ length: 4 }, () => pay(body, 'floor', 'same')))
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect((await billOf()).payments).toHaveLength(1)
    expect(refusal(await pay({ ...body, amount: 1 }, 'floor', 'same'))).toMatchObject({ code: 'key_reused' })
  })

  it('is recorded for one of two who take the same money, and the other learns what is due', async () => {
    const { id } = await place()
    const body = { orders: [id], due: 2 * SOUP, amount: 2 * SOUP }
    const responses = await Promise.all([pay(body), pay(body, 'owner'), pay(body, 'both')])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
    const refused = responses.find(({ statusCode }) => statusCode === 409)
    expect(refused && refusal(refused)).toEqual({ status: 409, code: 'due_changed', due: 0 })
    expect(await orderOf(id)).toMatchObject({ paid: 2 * SOUP, due: 0 })
  })

  it('evens overpaid orders first', async () => {
    const [first, second] = [
      await place({ items: [{ menuItemId: server.soup, quantity: 3 }], total: 3 * SOUP }),
      await place(),
    ]
    await paid({ orders: [first.id], due: 3 * SOUP, amount: 3 * SOUP })
    await call('floor', 'PATCH', `/orders/${first.id}/items/${first.items[0]?.id}`, { quantity: 2 })
    expect(await orderOf(first.id)).toMatchObject({ due: -SOUP })
    const both = { orders: [first.id, second.id], due: SOUP }
    expect(await paid({ ...both, amount: SOUP - 50 })).toMatchObject({ due: 50 })
    expect(await orderOf(first.id)).toMatchObject({ paid: 2 * SOUP, due: 0 })
    expect(await orderOf(second.id)).toMatchObject({ paid: 2 * SOUP - 50, due: 50 })
  })

  it.each<[object, object]>([
    [{ amount: 0 }, { status: 400, path: 'amount' }],
    [{ amount: -1 }, { status: 400, path: 'amount' }],
    [{ amount: 1.5 }, { status: 400, path: 'amount' }],
    [{ amount: 10 ** 12 }, { status: 400, path: 'amount' }],
    [{ amount: 2 * SOUP + 1 }, { status: 400, path: 'amount' }],
    [
      { due: SOUP, amount: SOUP },
      { status: 409, code: 'due_changed', due: 2 * SOUP },
    ],
    [{ tip: -1 }, { status: 400, path: 'tip' }],
    [{ tip: 10 ** 12 }, { status: 400, path: 'tip' }],
    [
      { method: VOUCHER, tip: 1 },
      { status: 400, path: 'tip' },
    ],
    [
      { method: HOUSE, tip: 1, reason: 'gift' },
      { status: 400, path: 'tip' },
    ],
    [{ method: 9 }, { status: 400, path: 'method' }],
    [{ tendered: 10_000 }, { status: 400, path: 'tendered' }],
    [
      { method: CASH, tip: 100, tendered: SOUP + 99 },
      { status: 400, path: 'tendered' },
    ],
    [{ orders: [] }, { status: 400, path: 'orders' }],
    [{ orders: [999_999] }, { status: 404, code: 'not_found' }],
    [{ orders: Array.from({ length: 201 }, (_, i) => i + 1) }, { status: 400, path: 'orders' }],
    [{ reason: 'x'.repeat(141) }, { status: 400, path: 'reason' }],
  ])('is refused with %j', async (wrong, expected) => {
    const { id } = await place()
    const response = await pay({ orders: [id], due: 2 * SOUP, amount: SOUP, ...wrong })
    expect(refusal(response)).toMatchObject(expected)
    expect(await orderOf(id)).toMatchObject({ paid: 0, due: 2 * SOUP })
  })

  it('needs a key and the floor', async () => {
    const { id } = await place()
    const body = { orders: [id], due: 2 * SOUP, amount: SOUP, method: CARD }
    expect(refusal(await call('floor', 'POST', '/payments', body))).toMatchObject({
      ...{ status: 400, path: 'Idempotency-Key' },
    })
    for (const [person, status] of [
      ['guest', 401],
      ['staff', 403],
      ['kitchen', 403],
    ] as const)
      expect((await pay(body, person)).statusCode).toBe(status)
  })

  it('is refused for orders in another currency', async () => {
    const { id } = await place()
    await server.connection.db.execute(sql`update orders set currency = 'eur' where id = ${id}`)
    const other = await place()
    const refused = refusal(await pay({ orders: [id, other.id], due: 4 * SOUP, amount: SOUP }))
    expect(refused).toEqual({ status: 409, code: 'mixed_currencies' })
  })
})

describe('taking back a payment', () => {
  const order = async (body: object = {}, person: Person = 'floor') => {
    const { id } = await place()
    const payment = await paid({ orders: [id], due: 2 * SOUP, amount: 2 * SOUP, tip: 300, ...body }, person)
    return { id, payment }
  }

  it('adds an entry, in parts at most to what was paid', async () => {
    const { id, payment } = await order()
    expect((await reverse(payment.id, { amount: SOUP, tip: 300 })).json()).toEqual({
      ...{ id: expect.any(Number), amount: SOUP, tip: 300, rounding: 0, change: 0, due: SOUP },
    })
    expect(await orderOf(id)).toMatchObject({ paid: SOUP, due: SOUP })
    const [first, second] = (await call('floor', 'GET', `/payments?orderId=${id}`)).json<Payment[]>()
    expect(first).toMatchObject({ amount: 2 * SOUP, left: { amount: SOUP, tip: 0 } })
    expect(second).toMatchObject({ reverses: payment.id, amount: -SOUP, tip: -300, reason: 'mistake', user: 'floor' })
    const left = { amount: SOUP, tip: 0 }
    for (const more of [{ amount: SOUP + 1 }, { amount: 1, tip: 1 }])
      expect(refusal(await reverse(payment.id, more))).toEqual({ status: 409, code: 'already_reversed', left })
    expect((await reverse(payment.id, { amount: SOUP, method: CASH })).statusCode).toBe(201)
    expect(await orderOf(id)).toMatchObject({ paid: 0, due: 2 * SOUP })
  })

  it('happens once, when two do it at the same time', async () => {
    const { payment } = await order()
    const back = { amount: 2 * SOUP, tip: 300 }
    const responses = await Promise.all([reverse(payment.id, back), reverse(payment.id, back, 'owner')])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    const repeated = await Promise.all([1, 2].map(() => reverse(payment.id, { amount: 1 }, 'owner', 'again')))
    expect(repeated.map(({ statusCode }) => statusCode)).toEqual([409, 409])
  })

  it('is for owners, and for ten minutes for who recorded it, whatever the clock does', async () => {
    const { payment } = await order()
    const back = { amount: 1 }
    expect(refusal(await reverse(payment.id, back, 'both'))).toEqual({ status: 403, code: 'not_your_payment' })
    server.clock.set(new Date(NOW.getTime() + 10 * MINUTE))
    expect((await reverse(payment.id, back)).statusCode).toBe(201)
    for (const late of [10 * MINUTE + 1, -10 * MINUTE - 1]) {
      server.clock.set(new Date(NOW.getTime() + late))
      expect(refusal(await reverse(payment.id, back))).toEqual({ status: 409, code: 'reversal_over' })
    }
    expect((await reverse(payment.id, back, 'owner')).statusCode).toBe(201)
  })

  it.each<[object, object]>([
    [{ amount: 0 }, { status: 400, path: 'amount' }],
    [{ amount: -1 }, { status: 400, path: 'amount' }],
    [{ amount: 10 ** 12 }, { status: 400, path: 'amount' }],
    [
      { amount: 1, method: 9 },
      { status: 400, path: 'method' },
    ],
    [
      { amount: 1, method: HOUSE },
      { status: 400, path: 'method' },
    ],
    [
      { amount: 1, tip: 1, method: VOUCHER },
      { status: 400, path: 'tip' },
    ],
    [
      { amount: 1, reason: ' ' },
      { status: 400, path: 'reason' },
    ],
  ])('is refused with %j', async (wrong, expected) => {
    const { payment } = await order()
    expect(refusal(await reverse(payment.id, wrong))).toMatchObject(expected)
  })

  it('of a reversal, or of nothing, is 404', async () => {
    const { payment } = await order()
    const { id } = (await reverse(payment.id, { amount: 1 })).json<Recorded>()
    for (const unknown of [id, 999_999]) expect((await reverse(unknown, { amount: 1 }, 'owner')).statusCode).toBe(404)
  })

  it('of a completed order does not make it owe; reopened, it owes again', async () => {
    const { id, payment } = await order()
    expect((await setStatus(id, 'completed')).statusCode).toBe(200)
    expect((await reverse(payment.id, { amount: SOUP })).json()).toMatchObject({ due: 0 })
    expect(await orderOf(id)).toMatchObject({ status: 'completed', paid: SOUP, due: 0 })
    await setStatus(id, 'delivered')
    expect(await orderOf(id)).toMatchObject({ paid: SOUP, due: SOUP })
    await setStatus(id, 'cancelled')
    expect(await orderOf(id)).toMatchObject({ paid: SOUP, due: -SOUP })
    expect((await reverse(payment.id, { amount: SOUP }, 'owner')).json()).toMatchObject({ due: 0 })
    expect(await orderOf(id)).toMatchObject({ paid: 0, due: 0 })
  })

  it('begins with what is to be given back', async () => {
    const [first, second] = [await place(), await place()]
    const all = await paid({ orders: [first.id, second.id], due: 4 * SOUP, amount: 4 * SOUP })
    await call('floor', 'PATCH', `/orders/${first.id}/items/${first.items[0]?.id}`, { quantity: 1 })
    expect(await billOf()).toMatchObject({ due: -SOUP })
    await reverse(all.id, { amount: SOUP })
    expect((await orderOf(first.id))?.due).toBe(0)
    expect((await orderOf(second.id))?.due).toBe(0)
  })
})

describe('an order that is not settled', () => {
  it('is completed only when somebody says so, and keeps what it owes', async () => {
    const { id } = await place()
    await paid({ orders: [id], due: 2 * SOUP, amount: SOUP })
    expect(refusal(await setStatus(id, 'completed'))).toEqual({ status: 409, code: 'unpaid', due: SOUP })
    expect((await setStatus(id, 'completed', { withoutPayment: true })).json()).toMatchObject({ paid: SOUP, due: SOUP })
    expect(await paid({ orders: [id], due: SOUP, amount: SOUP })).toMatchObject({ due: 0 })
    expect(await orderOf(id)).toMatchObject({ status: 'completed', paid: 2 * SOUP, due: 0 })
  })

  it('keeps its table, until somebody says so', async () => {
    const { id } = await place()
    await setStatus(id, 'delivered')
    const free = (more = {}) => call('floor', 'PATCH', `/tables/${table.id}/status`, { status: 'available', ...more })
    expect(refusal(await free())).toEqual({ status: 409, code: 'unpaid', due: 2 * SOUP })
    expect([await tableStatus(server, table.id), (await orderOf(id))?.status]).toEqual(['occupied', 'delivered'])
    expect((await free({ withoutPayment: true })).statusCode).toBe(200)
    expect(await orderOf(id)).toMatchObject({ status: 'completed', due: 2 * SOUP })
  })
})

it('the database refuses to change or delete what was recorded', async () => {
  const { id } = await place()
  await paid({ orders: [id], due: 2 * SOUP, amount: SOUP })
  const { db } = server.connection
  for (const change of [
    'update day_entries set amount = 1',
    'delete from day_entries',
    'update entry_shares set amount = 1',
    'delete from entry_shares',
  ])
    await expect(db.execute(sql.raw(change))).rejects.toThrow()
})

it('a payment that waits for its order does not keep others from paying', async () => {
  const [held, other] = [await place(), await place()]
  let waiting: ReturnType<typeof pay> | undefined
  await server.connection.db.transaction(async (tx) => {
    await tx.execute(sql`select from orders where id = ${held.id} for update`)
    waiting = pay({ orders: [held.id], due: 2 * SOUP, amount: SOUP })
    await untilLockWaits(server)
    expect((await pay({ orders: [other.id], due: 2 * SOUP, amount: SOUP })).statusCode).toBe(201)
  })
  expect((await waiting)?.statusCode).toBe(201)
})

it('names of guests are erased with their orders', async () => {
  const { id } = await place({ ...soups(1, 'Ileana'), phoneNumber: '0000000000' })
  const payment = await paid({ orders: [id], due: SOUP, amount: SOUP, guestName: 'Ileana' })
  await setStatus(id, 'completed')
  await reverse(payment.id, { amount: 100 })
  expect((await call('owner', 'POST', `/orders/${id}/erase`)).statusCode).toBe(200)
  const payments = (await call('owner', 'GET', `/payments?orderId=${id}`)).json<Payment[]>()
  expect(payments.map(({ guestName, amount }) => [guestName, amount])).toEqual([
    [null, SOUP],
    [null, -100],
  ])
})

describe('the settings of payments', () => {
  it('are read by owners and staff with a duty, and changed by owners', async () => {
    for (const person of ['owner', 'floor', 'kitchen'] as const)
      expect((await call(person, 'GET', '/settings')).json()).toMatchObject({ payments: true, cashRounding: 0 })
    for (const person of ['guest', 'staff'] as const)
      expect((await call(person, 'GET', '/settings')).json()).not.toHaveProperty('paymentMethods')
    expect((await call('floor', 'PATCH', '/settings', { payments: false })).statusCode).toBe(403)
  })

  it.each<[object, string]>([
    [{ paymentMethods: [] }, 'paymentMethods'],
    [{ paymentMethods: Array.from({ length: 9 }, () => ({ kind: 'card', name: 'Card' })) }, 'paymentMethods'],
    [{ paymentMethods: [{ kind: 'gold', name: 'Gold' }] }, 'paymentMethods.0.kind'],
    [{ paymentMethods: [{ kind: 'cash', name: ' ' }] }, 'paymentMethods.0.name'],
    [{ paymentMethods: [{ id: 99, kind: 'cash', name: 'Cash' }] }, 'paymentMethods.0.id'],
    [{ cashRounding: 50 }, 'cashRounding'],
    [{ houseLimit: -1 }, 'houseLimit'],
    [{ houseLimit: 10 ** 12 }, 'houseLimit'],
  ])('are not changed by %j', async (body, path) => {
    expect(refusal(await call('owner', 'PATCH', '/settings', body))).toMatchObject({ status: 400, path })
  })
})

it('what was taken on a business day is in the summary and the report, without tips, meals and other days', async () => {
  const taken = async () => {
    const { today } = (await call('owner', 'GET', '/summary')).json<Summary>()
    const report = (await call('owner', 'GET', '/reports?from=2026-11-22&to=2026-11-22')).json<Report>()
    const { figures, figuresBefore } = report.parts[0] ?? {}
    return [today.taken, figures?.taken, figuresBefore?.taken]
  }
  server.clock.set(new Date('2026-11-21T18:00:00.000Z'))
  const { id } = await place()
  const { id: first } = await paid({ orders: [id], amount: SOUP, due: 2 * SOUP })
  server.clock.set(new Date('2026-11-22T18:00:00.000Z'))
  expect(await taken()).toEqual([0, 0, SOUP])
  await paid({ orders: [id], amount: SOUP, due: SOUP, tip: 500 })
  await paid({ orders: [(await place()).id], amount: 2000, due: 2 * SOUP, method: HOUSE, reason: 'gift' })
  expect(await taken()).toEqual([SOUP, SOUP, SOUP])
  await reverse(first, { amount: 850 }, 'owner')
  expect(await taken()).toEqual([SOUP - 850, SOUP - 850, SOUP])
  await change({ payments: false })
  expect(await taken()).toEqual([null, null, null])
  await change({ payments: true })
})
