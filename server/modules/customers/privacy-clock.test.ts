import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { orders } from '#server/db/schema/index.ts'
import { OLD, overdueFixture, RECENT, TODAY } from '#server/testing/customers.ts'
import { announcedBy, columnsWith } from '#server/testing/database.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { eraseEachDay, eraseOverdue } from './privacy-clock.ts'

const {
  addOldEvent,
  changeSettings,
  completedOrder,
  idOf,
  insertOldOrders,
  isErased,
  logged,
  merge,
  orderRow,
  parts,
  placeOrderAt,
  privacy,
  runNightly,
  search,
  server,
  setClock,
  setRetention,
  setStatusAt,
  summary,
} = overdueFixture()

/** The last millisecond of 20 November 2025 in local time. */
const JUST_OVERDUE = '2025-11-20T21:59:59.999Z'
const NOT_YET_OVERDUE = '2025-11-20T22:00:00.000Z'

/** The figures that reports are computed from: sums per day and currency, and per dish, and the status changes. */
async function figures() {
  const { db } = server.connection
  const days = await db.execute(sql`select date_trunc('day', created_at) as day, currency, status, dining_option,
  table_number, count(*), sum(total), sum(ready_at - created_at) from orders group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`)
  const dishes =
    await db.execute(sql`select menu_item_id, name, name_ro, sum(quantity), sum(removed_quantity), sum(price * quantity)
  from order_items group by 1, 2, 3 order by 1, 2, 3`)
  const history = await db.execute(sql`select * from order_status_changes order by id`)
  return [days.rows, dishes.rows, history.rows]
}

describe('overdue data', () => {
  const TEXTS_OF_OVERDUE = [
    'vasilica',
    'trandafir',
    'mușuroi',
    'musuroi',
    'interfon',
    'arahide',
    'eveniment vechi',
    'alune',
    'măricica',
  ]
  const NUMBERS_OF_OVERDUE = ['756111222', '756333444', '756 111', '756 333', '757000111']
  const OTHER_TEXTS = [
    'statornica',
    'deschisa',
    'târziu',
    'viitor',
    'proaspăt',
    '756555666',
    '756777888',
    '756999000',
    '757000222',
  ]

  it('is erased like that of an erased customer, and nothing else changes', async () => {
    const items = [{ menuItemId: server.soup, quantity: 2, notes: 'fără arahide' }]
    // A person with two numbers and only old orders, one of them cancelled.
    const first = await completedOrder(OLD, {
      customerName: 'Vasilica Trandafir',
      phoneNumber: '0756 111 222',
      email: 'v@trandafir.example',
      notes: 'interfon 7',
      items,
    })
    const other = await completedOrder(JUST_OVERDUE, {
      customerName: 'V. Trandafir',
      phoneNumber: '0756 333 444',
      items,
    })
    const cancelled = await placeOrderAt(OLD, {
      customerName: 'Vasilica',
      phoneNumber: '0756 111 222',
      notes: 'interfon',
    })
    await setStatusAt(OLD, cancelled.id, 'cancelled')
    expect(await merge(await idOf('0756 111 222'), await idOf('0756 333 444'))).toBe(200)
    await server.asOwner('PATCH', `/api/customers/${await idOf('0756 333 444')}`, { notes: 'Măricica' })
    // A customer with an old order and a recent one.
    const theirOld = await completedOrder(OLD, { customerName: 'Mușuroi Ana', phoneNumber: '0756 555 666', items })
    const theirRecent = await completedOrder(RECENT, { customerName: 'Proaspăt', phoneNumber: '0756 555 666' })
    const remainingId = await idOf('0756 555 666')
    await server.asOwner('PATCH', `/api/customers/${remainingId}`, { name: 'Statornica' })
    // An old order that is still open, and one that was completed late.
    const open = await placeOrderAt(OLD, { customerName: 'Deschisa', phoneNumber: '0756 777 888' })
    const late = await placeOrderAt(OLD, { customerName: 'Târziu', phoneNumber: '0756 999 000' })
    await setStatusAt(NOT_YET_OVERDUE, late.id, 'completed')

    // Events without a known customer: overdue, overdue only a day later, and still to come.
    await addOldEvent('2025-11-20')
    const theirs = { customerPhone: '40757000222', notes: null }
    await addOldEvent('2025-11-21', { ...theirs, customerName: 'Târziu' })
    await addOldEvent('2026-12-24', { ...theirs, customerName: 'Viitor' })

    setClock(TODAY)
    const people = async () => ({
      open: await search('0756 777 888'),
      late: await search('0756 999 000'),
      remaining: await search('0756 555 666'),
    })
    const before = { columns: await columnsWith(server, OTHER_TEXTS), figures: await figures(), people: await people() }
    const { totalCustomers, ...totals } = await summary()
    expect(await columnsWith(server, [...TEXTS_OF_OVERDUE, ...NUMBERS_OF_OVERDUE])).toEqual(
      expect.arrayContaining(['order_items.notes', 'orders.customer_name', 'idempotency_keys.response']),
    )
    expect(await privacy()).toEqual({
      retentionMonths: 12,
      startsAt: null,
      orders: 4,
      events: 1,
      reservations: 0,
      customers: 1,
    })
    expect(await privacy('?months=11')).toMatchObject({ orders: 5, events: 2, customers: 2 })
    expect(await privacy('?months=13')).toMatchObject({ orders: 3, events: 0, customers: 0 })

    await runNightly()
    expect(await columnsWith(server, [...TEXTS_OF_OVERDUE, ...NUMBERS_OF_OVERDUE])).toEqual([])
    expect(await columnsWith(server, OTHER_TEXTS)).toEqual(before.columns)
    expect(await figures()).toEqual(before.figures)
    expect(await people()).toEqual(before.people)
    expect(await summary()).toEqual({ ...totals, totalCustomers: totalCustomers - 1 })
    expect(await privacy()).toEqual({
      retentionMonths: 12,
      startsAt: null,
      orders: 0,
      events: 0,
      reservations: 0,
      customers: 0,
    })
    expect(logged() + server.logged()).not.toMatch(/vasilica|trandafir|756111222/i)

    // The remaining customer keeps all orders and figures; the orders of the deleted one have no customer.
    expect(await orderRow(theirOld.id)).toMatchObject({ customerId: remainingId, customerName: '', total: 5700 })
    expect(await orderRow(theirRecent.id)).toMatchObject({ customerId: remainingId, customerName: 'Proaspăt' })
    for (const { id } of [first, other, cancelled]) expect(await orderRow(id)).toMatchObject({ customerId: null })
    expect(await isErased(open.id)).toBe(false)
    expect(await isErased(late.id)).toBe(false)

    // An erased order can still be cancelled and completed, and counts as before.
    for (const [status, orderCount] of [
      ['cancelled', 1],
      ['completed', 2],
    ] as const) {
      await setStatusAt(TODAY, theirOld.id, status)
      expect(await search('0756 555 666')).toMatchObject([{ orderCount, totalSpent: orderCount * 5700 }])
    }
    // A second run finds nothing to do.
    expect(await announcedBy(server, () => runNightly())).toEqual([])
  })

  it('depends on the last status change of an order, not on later prints', async () => {
    const { id } = await completedOrder(OLD, { phoneNumber: '0758 000 001' })
    setClock(TODAY)
    await server.asOwner('POST', `/api/orders/${id}/prints`, { kind: 'receipt' })
    expect(await privacy()).toMatchObject({ orders: 1, customers: 1 })
    await runNightly()
    expect(await isErased(id)).toBe(true)
    expect(await search('0758 000 001')).toEqual([])
  })

  it('includes a customer with an erased order only while no order is open', async () => {
    const old = await completedOrder(OLD, { phoneNumber: '0758 000 002' })
    const recent = await completedOrder(RECENT, { phoneNumber: '0758 000 002' })
    await runNightly()
    expect([await isErased(old.id), await isErased(recent.id)]).toEqual([true, false])
    await setStatusAt(TODAY, old.id, 'pending')
    await setRetention(5)
    await runNightly()
    expect(await isErased(recent.id)).toBe(true)
    expect(await search('0758 000 002')).toMatchObject([{ orderCount: 2 }])
    await setStatusAt(TODAY, old.id, 'completed')
    await runNightly()
    expect(await search('0758 000 002')).toEqual([])
  })
})

describe('nothing is erased', () => {
  it('while no retention time is set', async () => {
    const { id } = await completedOrder(OLD, { phoneNumber: '0758 000 010' })
    await changeSettings({ retentionMonths: null })
    setClock(TODAY)
    expect(await privacy()).toEqual({
      retentionMonths: null,
      startsAt: null,
      orders: 0,
      events: 0,
      reservations: 0,
      customers: 0,
    })
    expect(await privacy('?months=1')).toMatchObject({ retentionMonths: null, orders: 1, customers: 1 })
    await runNightly()
    expect(await isErased(id)).toBe(false)
    await changeSettings({ retentionMonths: 120 })
    await runNightly('2026-11-25T12:00:00Z')
    expect(await isErased(id)).toBe(false)
  })

  it('until a day after a first or shorter retention time was set', async () => {
    const { id } = await completedOrder(OLD, { phoneNumber: '0758 000 011' })
    setClock('2026-11-21T17:30:00Z')
    const startsAt = '2026-11-22T17:30:00.000Z'
    expect((await changeSettings({ retentionMonths: 6 })).json<Settings>()).toMatchObject({ retentionMonths: 6 })
    expect(await privacy()).toMatchObject({ retentionMonths: 6, startsAt, orders: 1 })
    await runNightly('2026-11-22T17:29:59.999Z')
    expect(await isErased(id)).toBe(false)
    await runNightly('2026-11-22T17:30:00.000Z')
    expect(await isErased(id)).toBe(true)
    expect(await privacy()).toMatchObject({ retentionMonths: 6, startsAt: null })
  })
})

it('the privacy clock erases soon after a start, and then at the beginning of each business day', async () => {
  await changeSettings({ businessDayStart: '04:00' })
  // The local time is 03:50.
  setClock('2026-11-21T01:50:00Z')
  const check = eraseEachDay(parts())
  const runs: number[] = []
  for (let minute = 1; minute <= 30; minute++) {
    server.clock.set(new Date(server.clock.now().getTime() + 60_000))
    const [id = 0] = await insertOldOrders(1)
    await check(server.clock.now())
    if (await isErased(id)) runs.push(minute)
    else await server.connection.db.delete(orders).where(eq(orders.id, id))
  }
  expect(runs).toEqual([1, 10])
})

it('an erasing stops once the clock is set', async () => {
  setClock(TODAY)
  const ids = await insertOldOrders(201)
  let batches = 0
  const overdue = async () => (await Promise.all(ids.map(isErased))).filter((erased) => !erased).length
  // Read before the ids are found, and before each batch of 200.
  await eraseOverdue(parts({ gate: { isOpen: () => batches++ < 2 } }))
  expect(await overdue()).toBe(1)
  await eraseOverdue(parts())
  expect(await overdue()).toBe(0)
})
