import { sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { columnsWith, untilLockWaits } from '#server/testing/database.ts'
import { CARD, CASH, EVENING, HOUSE, PIZZA, payingFixture, SOUP, VOUCHER } from '#server/testing/paying.ts'
import type { Day, OpenDay } from '#shared/contracts/days.ts'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { Summary } from '#shared/contracts/orders.ts'
import type { Report } from '#shared/contracts/reports.ts'

const fixture = payingFixture()
const { server, table, call, post, change, place, soups, pay, paid, reverse, billOf, orderOf, setStatus, refusal } =
  fixture

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
      at: EVENING.toISOString(),
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
    [{ amount: 2 * SOUP + 1 }, { status: 400, path: 'amount' }],
    [
      { due: SOUP, amount: SOUP },
      { status: 409, code: 'due_changed', due: 2 * SOUP },
    ],
    [
      { method: VOUCHER, tip: 1 },
      { status: 400, path: 'tip' },
    ],
    [
      { method: HOUSE, tip: 1, reason: 'gift' },
      { status: 400, path: 'tip' },
    ],
    [{ tip: 10 * SOUP + 50_001 }, { status: 400, path: 'tip' }],
    [{ method: 9 }, { status: 400, path: 'method' }],
    [{ tendered: 10_000 }, { status: 400, path: 'tendered' }],
    [
      { method: CASH, tip: 100, tendered: SOUP + 99 },
      { status: 400, path: 'tendered' },
    ],
    [{ orders: [999_999] }, { status: 404, code: 'not_found' }],
  ])('is refused with %j', async (wrong, expected) => {
    const { id } = await place()
    const response = await pay({ orders: [id], due: 2 * SOUP, amount: SOUP, ...wrong })
    expect(refusal(response)).toMatchObject(expected)
    expect(await orderOf(id)).toMatchObject({ paid: 0, due: 2 * SOUP })
  })

  it('takes a tip of ten times the amount, and of 500.00 beside any', async () => {
    const { id } = await place()
    const most = Math.max(10 * SOUP, 50_000)
    expect(await paid({ orders: [id], due: 2 * SOUP, amount: SOUP, tip: most })).toMatchObject({ tip: most })
    const rest = { orders: [id], due: SOUP, amount: 1 }
    expect(refusal(await pay({ ...rest, tip: 50_001 }))).toMatchObject({ status: 400, path: 'tip' })
    expect(await paid({ ...rest, tip: 50_000 })).toMatchObject({ tip: 50_000 })
  })

  it('needs a key', async () => {
    const { id } = await place()
    const body = { orders: [id], due: 2 * SOUP, amount: SOUP, method: CARD }
    expect(refusal(await call('floor', 'POST', '/payments', body))).toMatchObject({ path: 'Idempotency-Key' })
  })

  it('is refused for orders in another currency', async () => {
    const { id } = await place()
    await server.connection.db.execute(sql`update orders set currency = 'eur' where id = ${id}`)
    const other = await place()
    const refused = refusal(await pay({ orders: [id, other.id], due: 4 * SOUP, amount: SOUP }))
    expect(refused).toEqual({ status: 409, code: 'mixed_currencies' })
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

  it('keeps its table also before it is delivered, alone or beside one that is settled', async () => {
    const [settled, owing] = [await place(), await place()]
    const free = (more = {}) => call('floor', 'PATCH', `/tables/${table.id}/status`, { status: 'available', ...more })
    await paid({ orders: [settled.id], due: 2 * SOUP, amount: 2 * SOUP })
    await setStatus(settled.id, 'delivered')
    for (const status of ['preparing', 'ready']) {
      await setStatus(owing.id, status)
      expect(refusal(await free())).toEqual({ status: 409, code: 'unpaid', due: 2 * SOUP })
    }
    expect((await orderOf(settled.id))?.status).toBe('delivered')
    expect((await free({ withoutPayment: true })).statusCode).toBe(200)
    expect([(await orderOf(settled.id))?.status, (await orderOf(owing.id))?.status]).toEqual(['completed', 'ready'])
    await setStatus(owing.id, 'cancelled')
  })
})

it('the database refuses to change or delete what was recorded', async () => {
  const { id } = await place()
  await paid({ orders: [id], due: 2 * SOUP, amount: SOUP })
  const { db } = server.connection
  for (const change of [
    'update day_entries set amount = 1',
    'delete from day_entries',
    "update day_entries set order_ids = '{}'",
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

it.each([0, 1])(
  'a payer’s name and reasons go with each of several orders, wherever the money went (%i)',
  async (which) => {
    const notTheirs = await place()
    const other = { orders: [notTheirs.id], due: 2 * SOUP, amount: 1000, method: HOUSE, reason: 'birthday' }
    await paid(other, 'owner')
    const nobody = { ...soups(1, 'Ileana'), phoneNumber: '0000000000' }
    const orders = [await place(nobody), await place(nobody)]
    const ids = orders.map(({ id }) => id)
    // The first order gets all of it; the reversal of the other payment comes from the second.
    await paid(
      { orders: ids, due: 2 * SOUP, amount: SOUP, guestName: 'Ileana', method: HOUSE, reason: 'for Ileana' },
      'owner',
    )
    const { id: second } = await paid({ orders: ids, due: SOUP, amount: SOUP, guestName: 'Ileana', tip: 300 })
    await reverse(second, { amount: 100, tip: 300, reason: 'Ileana wants it' })
    const { lastEntry: seen } = (await call('owner', 'GET', '/days/open')).json<OpenDay>()
    const closing = { counted: 0, left: 0, seen, note: null }
    const closed = await post('owner', '/days/close', closing, `closing ${which}`)
    expect(closed.statusCode).toBe(201)
    expect(await columnsWith(server, ['Ileana'])).toContain('days.report')
    await setStatus(ids[which] ?? 0, 'completed', { withoutPayment: true })
    expect((await call('owner', 'POST', `/orders/${ids[which]}/erase`)).statusCode).toBe(200)
    const columns = await columnsWith(server, ['Ileana'])
    expect(columns.filter((column) => !column.startsWith('order'))).toEqual([])
    const before = closed.json<Day>()
    const emptied = <Row extends { reason: string }>(rows: Row[]) =>
      rows.map((row) => (row.reason.includes('Ileana') ? { ...row, reason: '' } : row))
    const day = { ...before, reversals: emptied(before.reversals), house: emptied(before.house) }
    expect(day.house.map(({ reason }) => reason)).toContain('birthday')
    expect((await post('owner', '/days/close', closing, `closing ${which}`)).json()).toEqual(day)
    expect((await call('owner', 'GET', `/days/${day.number}`)).json()).toEqual(day)
  },
)

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
    [{ paymentMethods: [{ id: 99, kind: 'cash', name: 'Cash' }] }, 'paymentMethods.0.id'],
    [{ cashRounding: 50 }, 'cashRounding'],
    [{ houseLimit: -1 }, 'houseLimit'],
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
  server.clock.set(new Date('2026-11-21T17:00:00.000Z'))
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
