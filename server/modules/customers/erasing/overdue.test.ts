import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { customers, erasures, events, orders } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { announcedBy } from '#server/testing/announced.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { listening, Phone } from '#server/testing/phone.ts'
import { columnsWith } from '#server/testing/stored-texts.ts'
import { newTable } from '#server/testing/tables.ts'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import type { Customer } from '#shared/contracts/customers.ts'
import type { Order, OrderRequest, PlacedOrder, Summary } from '#shared/contracts/orders.ts'
import type { Privacy } from '#shared/contracts/privacy.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { eraseOverdue, type OverdueParts } from './overdue.ts'
import { privacyClock } from './privacy-clock.ts'

const server = testServer()
const asOwner = () => ({ headers: { cookie: server.owner } })
const ZONE = 'Europe/Bucharest'
/** In the restaurant it is 21 November, 14:00; with 12 months, what was over before 21 November 2025 goes. */
const NOW = '2026-11-21T12:00:00Z'
const YOUNG = '2026-06-01T12:00:00Z'
const OLD = '2025-10-01T12:00:00Z'
/** The last millisecond, in the restaurant, of 20 November 2025. */
const JUST_OVER = '2025-11-20T21:59:59.999Z'
const NOT_YET_OVER = '2025-11-20T22:00:00.000Z'

const at = (moment: string) => server.clock.set(new Date(moment))
const logging = recordingLog()
const parts = (more: Partial<OverdueParts> = {}): OverdueParts => {
  const { db, reports } = server.connection
  return { db, reports, clock: server.clock, log: logging.log as Log, timeZone: ZONE, ...more }
}
async function night(moment = NOW) {
  at(moment)
  await eraseOverdue(parts())
}

let keys = 0
/** An order of a moment, and how to send it again under its key. */
async function place(moment: string, more: Partial<OrderRequest> = {}) {
  at(moment)
  const body = takeaway(server, more)
  const headers = { 'idempotency-key': `overdue-${++keys}` }
  const again = () => server.call('POST', '/api/orders', body, { headers })
  return { ...(await again()).json<PlacedOrder>(), again }
}
async function move(id: number, status: string, moment: string) {
  at(moment)
  return (await server.call('PATCH', `/api/orders/${id}`, { status }, asOwner())).json<Order>()
}
/** An order that was placed and completed at a moment. */
async function ended(moment: string, more: Partial<OrderRequest> = {}) {
  const order = await place(moment, more)
  await move(order.id, 'completed', moment)
  return order
}
async function addEvent(eventDate: string, more: object = {}) {
  at('2025-09-01T12:00:00Z')
  const body = {
    customerName: 'Eveniment Vechi',
    customerEmail: 'nimeni@example.com',
    customerPhone: '40757000111',
    eventDate,
    numberOfGuests: 30,
    notes: 'fără alune',
    items: [{ menuItemId: server.soup, quantity: 2 }],
    ...more,
  }
  const headers = { 'idempotency-key': `overdue-${++keys}`, cookie: server.owner }
  const again = () => server.call('POST', '/api/events', body, { headers })
  return { ...(await again()).json<CateringEvent>(), again }
}
const found = async (q: string) =>
  (await server.call('GET', `/api/customers?q=${encodeURIComponent(q)}`, undefined, asOwner())).json<Customer[]>()
const idOf = async (q: string) => (await found(q))[0]?.id ?? 0
const merge = (id: number, intoId: number) =>
  server.call('POST', `/api/customers/${id}/merge`, { intoId }, asOwner()).then(({ statusCode }) => statusCode)
const summary = async () => (await server.call('GET', '/api/summary', undefined, asOwner())).json<Summary>()
const privacy = async (query = '') =>
  (await server.call('GET', `/api/privacy${query}`, undefined, asOwner())).json<Privacy>()
const set = (body: object) => server.call('PATCH', '/api/settings', body, asOwner())
const stored = async (id: number) => (await server.connection.db.select().from(orders).where(eq(orders.id, id)))[0]
const isErased = async (id: number) => (await stored(id))?.erasedAt !== null

/** What reports are made of, for each day and currency, and for each dish. */
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

/** Orders that ended long ago, many at once. @returns their ids */
async function many(count: number, customerId: number | null = null): Promise<number[]> {
  const { rows } = await server.connection.db.execute<{ id: string }>(sql`
    with placed as (
      insert into orders (customer_id, customer_name, phone_number, total, currency, status, token_hash, search_text, created_at, updated_at)
      select ${customerId}::bigint, 'Multime', '', 5700, 'lei', 'completed', 'x', 'multime', ${OLD}::timestamptz, ${OLD}::timestamptz
      from generate_series(1, ${count}::int) returning id
    ), history as (
      insert into order_status_changes (order_id, status, at) select id, 'completed', ${OLD}::timestamptz from placed
    ) select id from placed order by id`)
  await server.connection.db.execute(sql`update summary_shards set orders = orders + ${count}, total = total + ${count * 5700}
    where shard = 0`)
  return rows.map(({ id }) => Number(id))
}

const erasedAmong = async (ids: readonly number[]) => {
  const rows = await server.connection.db
    .select({ id: orders.id, erasedAt: orders.erasedAt })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
  return rows.flatMap(({ id, erasedAt }) => (erasedAt ? id : [])).sort((a, b) => a - b)
}

/** Twelve months, which have started long ago, and nothing that another test has left. */
beforeEach(async () => {
  at('2024-01-01T12:00:00Z')
  await set({ retentionMonths: null })
  await set({ retentionMonths: 12 })
  await night()
})

describe('what is over for longer', () => {
  const GONE = [
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
  const GONE_NUMBERS = ['756111222', '756333444', '756 111', '756 333', '757000111']
  const KEPT = [
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

  it('loses what erasing takes, and everything else stays as it was', async () => {
    const items = [{ menuItemId: server.soup, quantity: 2, notes: 'fără arahide' }]
    // Two numbers of one person, all of whose orders are old; one was cancelled.
    const first = await ended(OLD, {
      customerName: 'Vasilica Trandafir',
      phoneNumber: '0756 111 222',
      email: 'v@trandafir.example',
      notes: 'interfon 7',
      items,
    })
    const other = await ended(JUST_OVER, { customerName: 'V. Trandafir', phoneNumber: '0756 333 444', items })
    const cancelled = await place(OLD, { customerName: 'Vasilica', phoneNumber: '0756 111 222', notes: 'interfon' })
    await move(cancelled.id, 'cancelled', OLD)
    expect(await merge(await idOf('0756 111 222'), await idOf('0756 333 444'))).toBe(200)
    await server.call('PATCH', `/api/customers/${await idOf('0756 333 444')}`, { notes: 'Măricica' }, asOwner())
    // Somebody with an old order and a young one.
    const theirOld = await ended(OLD, { customerName: 'Mușuroi Ana', phoneNumber: '0756 555 666', items })
    const theirYoung = await ended(YOUNG, { customerName: 'Proaspăt', phoneNumber: '0756 555 666' })
    const staysId = await idOf('0756 555 666')
    await server.call('PATCH', `/api/customers/${staysId}`, { name: 'Statornica' }, asOwner())
    // An old order that is open, and one that was completed late.
    const open = await place(OLD, { customerName: 'Deschisa', phoneNumber: '0756 777 888' })
    const late = await place(OLD, { customerName: 'Târziu', phoneNumber: '0756 999 000' })
    await move(late.id, 'completed', NOT_YET_OVER)
    // Names and notes that were typed at a shared table.
    at(OLD)
    const phone = new Phone(await listening(server.app))
    await phone.join((await newTable(server)).id, 'Vasilica')
    await phone.enter()
    phone.add(server.soup, 1)
    await phone.sees({ [server.soup]: 1 })
    phone.ready()
    await phone.heard('ALL_READY')
    const shared = (await phone.complete({ notes: 'interfon' })).body as PlacedOrder
    await move(shared.id, 'completed', OLD)
    // Events of nobody known: over, and over a day too little. One of the person who goes is still to come.
    const over = await addEvent('2025-11-20')
    const notYet = await addEvent('2025-11-21', { customerName: 'Târziu', customerPhone: '40757000222', notes: null })
    const toCome = await addEvent('2026-12-24', { customerName: 'Viitor', customerPhone: '40757000222', notes: null })

    at(NOW)
    const people = async () => ({
      open: await found('0756 777 888'),
      late: await found('0756 999 000'),
      stays: await found('0756 555 666'),
    })
    const before = { places: await columnsWith(server, KEPT), figures: await figures(), people: await people() }
    const { totalCustomers, ...totals } = await summary()
    expect(await columnsWith(server, [...GONE, ...GONE_NUMBERS])).toEqual(
      expect.arrayContaining(['order_items.guest_name', 'session_participants.name', 'idempotency_keys.answer']),
    )
    expect(await privacy()).toEqual({ retentionMonths: 12, startsAt: null, orders: 5, events: 1, customers: 1 })
    expect(await privacy('?months=11')).toMatchObject({ orders: 6, events: 2, customers: 2 })
    expect(await privacy('?months=13')).toMatchObject({ orders: 4, events: 0, customers: 0 })

    await night()
    expect(await columnsWith(server, [...GONE, ...GONE_NUMBERS])).toEqual([])
    expect(await columnsWith(server, KEPT)).toEqual(before.places)
    expect(await figures()).toEqual(before.figures)
    expect(await people()).toEqual(before.people)
    expect(await summary()).toEqual({ ...totals, totalCustomers: totalCustomers - 1 })
    expect(await privacy()).toEqual({ retentionMonths: 12, startsAt: null, orders: 0, events: 0, customers: 0 })
    expect(logging.logged() + server.logged()).not.toMatch(/vasilica|trandafir|756111222/i)

    // The customer who stays keeps all orders, with their figures; the link of who went is gone.
    expect(await stored(theirOld.id)).toMatchObject({ customerId: staysId, customerName: '', total: 5700 })
    expect(await stored(theirYoung.id)).toMatchObject({ customerId: staysId, customerName: 'Proaspăt' })
    for (const { id } of [first, other, cancelled]) expect(await stored(id)).toMatchObject({ customerId: null })
    expect(await isErased(open.id)).toBe(false)
    expect(await isErased(late.id)).toBe(false)

    // Their keys still give the same orders and events.
    for (const order of [first, other, cancelled, theirOld, over]) {
      const answer = await order.again()
      expect([answer.statusCode, answer.json()]).toMatchObject([201, { id: order.id, customerName: '' }])
    }
    expect((await phone.complete()).body).toMatchObject({ id: shared.id, items: [{ guestName: null }] })
    for (const event of [notYet, toCome]) expect((await event.again()).json()).toMatchObject({ id: event.id })

    // Five orders, an event, a customer and the number that was merged.
    const kept = (await server.connection.db.select().from(erasures)).map(({ key }) => key)
    const ofOrders = await Promise.all([first, other, cancelled, theirOld, shared].map(({ id }) => stored(id)))
    const [ofEvent] = await server.connection.db.select().from(events).where(eq(events.id, over.id))
    expect(kept).toEqual(expect.arrayContaining([...ofOrders, ofEvent].map((row) => row?.erasureKey)))
    expect(kept.length).toBe(8)

    // Cancelled and taken back, an erased order counts as it did.
    for (const [status, orderCount] of [
      ['cancelled', 1],
      ['completed', 2],
    ] as const) {
      await move(theirOld.id, status, NOW)
      expect(await found('0756 555 666')).toMatchObject([{ orderCount, totalSpent: orderCount * 5700 }])
    }
    // A second night finds nothing to do.
    expect(await announcedBy(server, () => night())).toEqual([])
  })

  it('is judged by when the status last changed, not by what was printed or seen since', async () => {
    const { id } = await ended(OLD, { phoneNumber: '0758 000 001' })
    at(NOW)
    await server.call('POST', `/api/orders/${id}/prints`, { kind: 'receipt' }, asOwner())
    expect(await privacy()).toMatchObject({ orders: 1, customers: 1 })
    await night()
    expect(await isErased(id)).toBe(true)
    expect(await found('0758 000 001')).toEqual([])
  })

  it('keeps a customer whose erased order is open again, until it has ended', async () => {
    const old = await ended(OLD, { phoneNumber: '0758 000 002' })
    const young = await ended(YOUNG, { phoneNumber: '0758 000 002' })
    await night()
    expect([await isErased(old.id), await isErased(young.id)]).toEqual([true, false])
    await move(old.id, 'pending', NOW)
    at('2024-01-01T12:00:00Z')
    await set({ retentionMonths: 5 })
    await night()
    expect(await isErased(young.id)).toBe(true)
    expect(await found('0758 000 002')).toMatchObject([{ orderCount: 2 }])
    await move(old.id, 'completed', NOW)
    await night()
    expect(await found('0758 000 002')).toEqual([])
  })

  it('takes a VIP out of the count', async () => {
    for (let i = 0; i < 6; i++) await ended(OLD, { phoneNumber: '0758 000 003' })
    const { vipCustomers } = await summary()
    await night()
    expect((await summary()).vipCustomers).toBe(vipCustomers - 1)
  })
})

describe('nothing goes', () => {
  it('while no months are set', async () => {
    const { id } = await ended(OLD, { phoneNumber: '0758 000 010' })
    await set({ retentionMonths: null })
    at(NOW)
    expect(await privacy()).toEqual({ retentionMonths: null, startsAt: null, orders: 0, events: 0, customers: 0 })
    expect(await privacy('?months=1')).toMatchObject({ retentionMonths: null, orders: 1, customers: 1 })
    await night()
    expect(await isErased(id)).toBe(false)
    await set({ retentionMonths: 120 })
    await night('2026-11-25T12:00:00Z')
    expect(await isErased(id)).toBe(false)
  })

  it('until a day after a first or shorter value was set; what held before holds no more', async () => {
    const { id } = await ended(OLD, { phoneNumber: '0758 000 011' })
    at('2026-11-21T17:30:00Z')
    const startsAt = '2026-11-22T17:30:00.000Z'
    expect((await set({ retentionMonths: 6 })).json<Settings>()).toMatchObject({ retentionMonths: 6 })
    expect(await privacy()).toMatchObject({ retentionMonths: 6, startsAt, orders: 1 })
    // Saved again, and made longer, the start stays.
    at('2026-11-21T18:00:00Z')
    for (const retentionMonths of [6, 7]) {
      await set({ retentionMonths })
      expect(await privacy()).toMatchObject({ retentionMonths, startsAt })
    }
    await night('2026-11-22T17:29:59.999Z')
    expect(await isErased(id)).toBe(false)
    await night('2026-11-22T17:30:00.000Z')
    expect(await isErased(id)).toBe(true)
    expect(await privacy()).toMatchObject({ retentionMonths: 7, startsAt: null })
  })

  it.each([0, 121, 1.5, -1, '12', true])('for a value that is none (%s): 400', async (retentionMonths) => {
    expect((await set({ retentionMonths })).statusCode).toBe(400)
    const answer = await server.call('GET', `/api/privacy?months=${retentionMonths}`, undefined, asOwner())
    expect(answer.statusCode).toBe(retentionMonths === '12' ? 200 : 400)
    expect(await privacy()).toMatchObject({ retentionMonths: 12 })
  })
})

describe('in steps', () => {
  it('of many orders boards are told as of many at once, and none is written twice', async () => {
    const ids = await many(450)
    const told = await announcedBy(server, () => night())
    expect(told.map(({ topic }) => topic)).toEqual(['orders', 'orders', 'orders'])
    expect(await erasedAmong(ids)).toEqual(ids)
  })

  it('what was cut off is gone on with', async () => {
    const ids = await many(450)
    const { id: last } = await ended(OLD, { phoneNumber: '0758 000 020' })
    at(NOW)
    let looks = 0
    const now = () => {
      // The process ends before the second step.
      if (++looks > 3) throw new Error('killed')
      return new Date(NOW)
    }
    await expect(eraseOverdue(parts({ clock: { now } }))).rejects.toThrow('killed')
    expect(await erasedAmong(ids)).toEqual(ids.slice(0, 200))
    expect(await privacy()).toMatchObject({ orders: 251, customers: 1 })
    await night()
    expect(await erasedAmong([...ids, last])).toEqual([...ids, last])
    expect(await found('0758 000 020')).toEqual([])
  })

  it('two instances at once take each thing once', async () => {
    for (const n of [1, 2, 3]) await ended(OLD, { phoneNumber: `0758 000 03${n}` })
    const ids = await many(250, await idOf('0758 000 031'))
    const event = await addEvent('2025-10-10')
    const [{ totalCustomers }, kept] = [await summary(), (await server.connection.db.select().from(erasures)).length]
    at(NOW)
    await Promise.all([eraseOverdue(parts()), eraseOverdue(parts())])
    const rows = await server.connection.db.select().from(orders).where(inArray(orders.id, ids))
    expect(new Set(rows.map(({ version, customerId }) => `${version} ${customerId}`))).toEqual(new Set(['2 null']))
    expect((await summary()).totalCustomers).toBe(totalCustomers - 3)
    expect((await server.connection.db.select().from(erasures)).length).toBe(kept + 250 + 3 + 3 + 1)
    expect((await event.again()).json()).toMatchObject({ id: event.id, customerName: '' })
  })

  it('one that cannot be read does not cost the others', async () => {
    const broken = await ended(OLD, { phoneNumber: '0758 000 040' })
    const fine = await ended(OLD, { phoneNumber: '0758 000 041' })
    await server.connection.db.execute(sql`update idempotency_keys set answer = 'broken' where order_id = ${broken.id}`)
    await night()
    expect([await isErased(broken.id), await isErased(fine.id)]).toEqual([false, true])
    expect(logging.logged()).toContain('a repeated task failed for one of many')
    expect([(await found('0758 000 040')).length, (await found('0758 000 041')).length]).toEqual([1, 0])
    await server.connection.db.execute(
      sql`update idempotency_keys set answer = '{"items":[]}' where order_id = ${broken.id}`,
    )
    await night()
    expect(await isErased(broken.id)).toBe(true)
  })

  const waiting = (count: number) =>
    expect
      .poll(async () => {
        const { rows } = await server.connection.live.execute<{ waiting: number }>(
          sql`select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0]?.waiting
      })
      .toBe(count)
  /** What the work does while it waits for an order, or a customer, that somebody else has locked. */
  async function nightMeanwhile(lock: typeof orders | typeof customers, id: number, meanwhile: () => Promise<unknown>) {
    at(NOW)
    let erasing: Promise<void> | undefined
    await inTransaction(server.connection.db, async (tx) => {
      await tx.select().from(lock).where(eq(lock.id, id)).for('update')
      erasing = eraseOverdue(parts())
      await waiting(1)
      await meanwhile()
    })
    await erasing
  }

  it('an order that is opened again meanwhile keeps everything, also when it has ended once more', async () => {
    for (const statuses of [['pending'], ['pending', 'completed']]) {
      const { id } = await ended(OLD, { phoneNumber: '0758 000 050', customerName: 'Din Nou' })
      at(NOW)
      let erasing: Promise<void> | undefined
      await inTransaction(server.connection.db, async (tx) => {
        await tx.select().from(orders).where(eq(orders.id, id)).for('update')
        erasing = eraseOverdue(parts())
        await waiting(1)
        for (const status of statuses) {
          await tx.execute(sql`update orders set status = ${status} where id = ${id}`)
          await tx.execute(
            sql`insert into order_status_changes (order_id, status, at) values (${id}, ${status}, ${NOW})`,
          )
        }
      })
      await erasing
      expect(await stored(id)).toMatchObject({ customerName: 'Din Nou', erasedAt: null, status: statuses.at(-1) })
      expect((await found('0758 000 050')).length).toBe(1)
      await move(id, 'completed', NOW)
    }
  })

  it('a customer whose erased order is opened again meanwhile stays', async () => {
    const old = await ended(OLD, { phoneNumber: '0758 000 070' })
    await ended(YOUNG, { phoneNumber: '0758 000 070' })
    await night()
    at('2024-01-01T12:00:00Z')
    await set({ retentionMonths: 5 })
    at(NOW)
    let erasing: Promise<void> | undefined
    await inTransaction(server.connection.db, async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, old.id)).for('update')
      erasing = eraseOverdue(parts())
      await waiting(1)
      await tx.execute(sql`update orders set status = 'pending' where id = ${old.id}`)
    })
    await erasing
    expect(await found('0758 000 070')).toMatchObject([{ orderCount: 2 }])
    await move(old.id, 'completed', NOW)
  })

  it('a customer who orders meanwhile stays', async () => {
    await ended(OLD, { phoneNumber: '0758 000 060' })
    let ordering: ReturnType<typeof place> | undefined
    const id = await idOf('0758 000 060')
    await nightMeanwhile(customers, id, async () => {
      ordering = place(NOW, { phoneNumber: '0758 000 060' })
      await waiting(2)
    })
    const placed = await ordering
    const [now] = await found('0758 000 060')
    // Who came first to the customer decides; either way there is one, with the new order.
    expect((await stored(placed?.id ?? 0))?.customerId).toBe(now?.id)
    expect(now?.orderCount).toBe(now?.id === id ? 2 : 1)
  })

  it('an owner who ends it meanwhile stops it after the step', async () => {
    const ids = await many(450)
    await nightMeanwhile(orders, ids[0] ?? 0, () => set({ retentionMonths: null }))
    expect(await erasedAmong(ids)).toEqual(ids.slice(0, 200))
  })
})

describe('the clock of an instance', () => {
  const MINUTE_MS = 60_000
  /** Looks each minute of the server's clock. @returns after how many minutes the night's work was done */
  async function looks(look: () => Promise<void>, minutes: number): Promise<number[]> {
    const done: number[] = []
    for (let minute = 1; minute <= minutes; minute++) {
      server.clock.set(new Date(server.clock.now().getTime() + MINUTE_MS))
      const [id = 0] = await many(1)
      await look()
      if (await isErased(id)) done.push(minute)
      else await server.connection.db.delete(orders).where(eq(orders.id, id))
    }
    return done
  }

  it('works soon after a start, and then once a business day, from its hour on', async () => {
    await set({ businessDayStart: '04:00' })
    at('2026-11-21T01:50:00Z')
    const look = privacyClock(parts())
    // In the restaurant it is 03:50: five minutes on, and then when the day has begun at 04:00.
    expect(await looks(look, 30)).toEqual([5, 10])
  })

  it('waits until the time has gone on steadily, after each jump anew', async () => {
    at('2031-11-21T12:00:00Z')
    const look = privacyClock(parts())
    expect(await looks(look, 4)).toEqual([])
    at(NOW)
    expect(await looks(look, 4)).toEqual([])
    at('2026-11-21T13:00:00Z')
    expect(await looks(look, 10)).toEqual([6])
    // Far ahead for a while, and set right: it works again on the next day.
    at('2031-11-21T12:00:00Z')
    expect(await looks(look, 4)).toEqual([])
    at('2026-11-22T12:00:00Z')
    expect(await looks(look, 10)).toEqual([6])
  })

  it('tries again at the next look after a failure', async () => {
    at(NOW)
    let isAway = true
    const failing = parts()
    const { reports } = failing
    Object.defineProperty(failing, 'reports', {
      get() {
        if (isAway) throw new Error('away')
        return reports
      },
    })
    const look = privacyClock(failing)
    const ids = await many(1)
    for (let minute = 0; minute < 5; minute++) {
      server.clock.set(new Date(server.clock.now().getTime() + MINUTE_MS))
      await look().catch(() => {})
    }
    expect(await erasedAmong(ids)).toEqual([])
    isAway = false
    await looks(look, 1)
    expect(await erasedAmong(ids)).toEqual(ids)
  })
})
