import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { customers, erasures, events, orders } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listening, Phone } from '#server/testing/phone.ts'
import { openTestSocket } from '#server/testing/socket.ts'
import { columnsWith } from '#server/testing/stored-texts.ts'
import { newTable } from '#server/testing/tables.ts'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import type { Customer } from '#shared/contracts/customers.ts'
import type { Order, OrderRequest, PlacedOrder, Summary } from '#shared/contracts/orders.ts'

const server = testServer()
const asOwner = () => ({ headers: { cookie: server.owner } })

let keys = 0
/** An order, and how to send it again under its key. */
async function place(more: Partial<OrderRequest> = {}) {
  const body = takeaway(server, more)
  const headers = { 'idempotency-key': `erase-${++keys}` }
  const again = (other: Partial<OrderRequest> = {}) =>
    server.call('POST', '/api/orders', { ...body, ...other }, { headers })
  return { ...(await again()).json<PlacedOrder>(), again }
}
const move = (id: number, status: string) => server.call('PATCH', `/api/orders/${id}`, { status }, asOwner())
const erase = (id: number) => server.call('DELETE', `/api/customers/${id}`, undefined, asOwner())
const eraseOrder = (id: number) => server.call('POST', `/api/orders/${id}/erase`, undefined, asOwner())
const found = async (q: string) =>
  (await server.call('GET', `/api/customers?q=${encodeURIComponent(q)}`, undefined, asOwner())).json<Customer[]>()
const idOf = async (q: string) => (await found(q))[0]?.id ?? 0
const summary = async () => (await server.call('GET', '/api/summary', undefined, asOwner())).json<Summary>()
const stored = async (id: number) => {
  const [row] = await server.connection.db.select().from(orders).where(eq(orders.id, id))
  return row
}

/** A catering event of a number, and how to send it again under its key. */
async function addEvent(customerPhone: string) {
  const body = {
    customerName: 'Zamfira Ghiță',
    customerEmail: 'zamfira@lalelelor.example',
    customerPhone,
    eventDate: '2027-01-10',
    numberOfGuests: 30,
    notes: 'fără arahide',
    items: [{ menuItemId: server.soup, quantity: 2 }],
  }
  const headers = { 'idempotency-key': `event-${++keys}`, cookie: server.owner }
  const again = (more: object = {}) => server.call('POST', '/api/events', { ...body, ...more }, { headers })
  return { ...(await again()).json<CateringEvent>(), again }
}
const eventRow = async (id: number) => (await server.connection.db.select().from(events).where(eq(events.id, id)))[0]

describe('erasing a person', () => {
  const TYPED = ['zamfira', 'ghiță', 'ghita', 'lalelelor', 'secretara', 'interfon', 'arahide', 'vecina', 'soacra']
  const NUMBERS = ['755111222', '755333444', '755 111', '755 333']
  let placed: Awaited<ReturnType<typeof place>>
  let other: Awaited<ReturnType<typeof place>>
  let cancelled: Awaited<ReturnType<typeof place>>
  let shared: PlacedOrder
  let ana: Phone
  let theirEvents: Awaited<ReturnType<typeof addEvent>>[]
  let id = 0

  beforeAll(async () => {
    const items = [{ menuItemId: server.soup, quantity: 2, notes: 'fără arahide' }]
    placed = await place({
      customerName: 'Zamfira Ghiță',
      phoneNumber: '0755 111 222',
      email: 'zamfira@lalelelor.example',
      notes: 'interfon 7',
      items,
    })
    other = await place({ customerName: 'Z. Ghiță', phoneNumber: '0755 333 444', email: 'z@lalelelor.example', items })
    cancelled = await place({ customerName: 'Zamfira', phoneNumber: '0755 111 222', notes: 'interfon' })
    await move(cancelled.id, 'cancelled')
    const first = await idOf('0755 111 222')
    id = await idOf('0755 333 444')
    await server.call('PATCH', `/api/customers/${first}`, { notes: 'Secretara lui Ion' }, asOwner())
    await server.call('PATCH', `/api/customers/${id}`, { notes: 'Vecina' }, asOwner())
    await server.connection.db
      .update(customers)
      .set({ tags: ['vecina'], preferences: { seat: 'cu secretara' } })
      .where(eq(customers.id, first))
    expect((await server.call('POST', `/api/customers/${first}/merge`, { intoId: id }, asOwner())).statusCode).toBe(200)

    // At a shared table, with a name and a note.
    ana = new Phone(await listening(server.app))
    await ana.join((await newTable(server)).id, 'Zamfira Ghiță')
    await ana.enter()
    ana.add(server.soup, 1)
    await ana.sees({ [server.soup]: 1 })
    ana.say({ type: 'SET_ITEM', payload: { itemId: ana.lineOf(server.soup), quantity: 1, notes: 'ca soacra' } })
    await vi.waitFor(() => expect(ana.cart()[0]?.notes).toBe('ca soacra'))
    ana.ready()
    await ana.heard('ALL_READY')
    shared = (await ana.complete({ notes: 'secretara plătește' })).body as PlacedOrder
    for (const order of [placed, other, shared]) await move(order.id, 'completed')
    theirEvents = [await addEvent('40755111222'), await addEvent('40755333444')]
    expect(await columnsWith(server, [...TYPED, ...NUMBERS])).toEqual([
      'customers.email',
      'customers.name',
      'customers.notes',
      'customers.phone_number',
      'customers.preferences',
      'customers.search_text',
      'customers.tags',
      'events.customer_email',
      'events.customer_name',
      'events.customer_phone',
      'events.notes',
      'idempotency_keys.answer',
      'order_items.guest_name',
      'order_items.notes',
      'orders.customer_name',
      'orders.email',
      'orders.notes',
      'orders.phone_number',
      'orders.search_text',
      'session_participants.name',
      'shared_cart_items.notes',
      'shared_sessions.placed',
    ])
  })

  it('leaves nothing of them anywhere in the database, and every order with its sum', async () => {
    const before = await summary()
    const line = await openTestSocket(await listening(server.app), { cookie: server.owner })
    expect((await erase(id)).statusCode).toBe(204)
    expect((await eraseOrder(shared.id)).json<Order>()).toMatchObject({
      id: shared.id,
      customerName: '',
      phoneNumber: '',
      notes: null,
      total: 2850,
      items: [{ name: 'Bean soup', quantity: 1, notes: null, guestName: null }],
    })
    expect(await columnsWith(server, [...TYPED, ...NUMBERS])).toEqual([])
    expect(server.logged()).not.toMatch(/zamfira|ghi[țt]ă|755111222/i)

    expect(await summary()).toMatchObject({
      totalOrders: before.totalOrders,
      averageOrderValue: before.averageOrderValue,
      totalCustomers: before.totalCustomers - 1,
    })
    for (const order of [placed, other, cancelled]) {
      const row = await stored(order.id)
      expect(row).toMatchObject({ customerId: null, customerName: '', phoneNumber: '', total: 5700 })
    }
    await expect
      .poll(() =>
        line
          .told()
          .flatMap((frame) => (frame.type === 'ORDER_UPDATE' ? [[frame.payload.id, frame.payload.customerName]] : [])),
      )
      .toEqual(expect.arrayContaining([placed, other, cancelled, shared].map((order) => [order.id, ''])))
    line.socket.close()
  })

  it('keeps their events with dishes and sums, and the answers that show them', async () => {
    for (const { again, ...event } of theirEvents) {
      const nobody = { customerName: '', customerEmail: '', customerPhone: '', notes: null }
      expect(await eventRow(event.id)).toMatchObject({ ...nobody, numberOfGuests: 30, status: 'draft' })
      for (const body of [{}, { customerName: 'Somebody else' }]) {
        const answer = await again(body)
        expect([answer.statusCode, answer.json()]).toEqual([201, { ...event, ...nobody }])
      }
    }
    expect(theirEvents.map(({ total }) => total)).toEqual([5700, 5700])
  })

  it('keeps the answers under their keys: no second order, whatever is sent', async () => {
    for (const order of [placed, other, cancelled]) {
      for (const body of [{}, { customerName: 'Somebody else' }]) {
        const answer = await order.again(body)
        expect([answer.statusCode, answer.json()]).toMatchObject([
          201,
          { id: order.id, customerName: '', phoneNumber: '', email: null, notes: null, orderToken: order.orderToken },
        ])
      }
    }
    const again = await ana.complete()
    expect(again).toMatchObject({ status: 200, body: { id: shared.id, notes: null, items: [{ guestName: null }] } })
  })

  it('writes down the keys of all that was erased, and nothing else', async () => {
    const kept = await server.connection.db.select().from(erasures)
    const own = await server.connection.db.select({ key: orders.erasureKey }).from(orders)
    const ofOrders = new Set(own.map(({ key }) => key))
    // The customer and the number that was merged, two events and four orders.
    expect(kept.filter(({ key }) => ofOrders.has(key)).length).toBe(4)
    const keysOfEvents = await Promise.all(theirEvents.map(async (event) => (await eventRow(event.id))?.erasureKey))
    expect(kept.map(({ key }) => key)).toEqual(expect.arrayContaining(keysOfEvents))
    expect(kept.length).toBe(8)
    expect(Object.keys(kept[0] ?? {})).toEqual(['key'])
  })

  it('lets both numbers begin anew, as other people', async () => {
    for (const phoneNumber of ['0755 111 222', '0755 333 444']) {
      await place({ customerName: 'Somebody New', phoneNumber })
      expect(await found(phoneNumber)).toMatchObject([{ name: 'Somebody New', orderCount: 1, otherNumbers: [] }])
    }
  })
})

describe('erasing', () => {
  it('waits for no open order, but is refused while there is one', async () => {
    const { id: order } = await place({ phoneNumber: '0755 000 001', customerName: 'Still Here' })
    const id = await idOf('0755 000 001')
    for (const status of ['pending', 'preparing', 'ready', 'delivered']) {
      await move(order, status)
      const answer = await erase(id)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'open_orders'])
    }
    expect((await found('0755 000 001'))[0]).toMatchObject({ name: 'Still Here', orderCount: 1 })
    await move(order, 'completed')
    expect((await erase(id)).statusCode).toBe(204)
    expect((await erase(id)).statusCode).toBe(404)
  })

  it('takes a VIP out of the count', async () => {
    for (let i = 0; i < 6; i++) await move((await place({ phoneNumber: '0755 000 002' })).id, 'completed')
    const { vipCustomers } = await summary()
    await erase(await idOf('0755 000 002'))
    expect((await summary()).vipCustomers).toBe(vipCustomers - 1)
  })

  it('takes along orders that have the number and no customer', async () => {
    const { id: order } = await place({ phoneNumber: '0755 000 003', customerName: 'Unlinked' })
    await move(order, 'completed')
    await server.connection.db.update(orders).set({ customerId: null }).where(eq(orders.id, order))
    await erase(await idOf('0755 000 003'))
    expect(await stored(order)).toMatchObject({ customerName: '', phoneNumber: '' })
  })

  it('keeps the table by which an order is found', async () => {
    const { id: tableId, number } = await newTable(server)
    const { id: order } = await place({ phoneNumber: '0755 000 004', tableId })
    await move(order, 'completed')
    await erase(await idOf('0755 000 004'))
    expect(await stored(order)).toMatchObject({ searchText: String(number), tableNumber: number })
  })

  it('empties also the answers beside which an older version has kept no number', async () => {
    const placed = await place({ phoneNumber: '0755 000 006', customerName: 'Olderversion' })
    await move(placed.id, 'completed')
    await server.connection.db.execute(sql`update idempotency_keys set order_id = null where order_id = ${placed.id}`)
    await erase(await idOf('0755 000 006'))
    expect(await columnsWith(server, ['olderversion', '755000006', '0755 000 006'])).toEqual([])
    expect((await placed.again()).json()).toMatchObject({ id: placed.id, customerName: '' })
  })

  it('leaves alone what is answered about dishes and events that have the number of an erased order', async () => {
    const { id: order } = await place({ phoneNumber: '0755 000 011', customerName: 'Same Number' })
    await move(order, 'completed')
    const answers = ['/api/menu', '/api/events'].map((path) => ({
      path,
      answer: JSON.stringify({ id: order, name: path }),
    }))
    for (const { path, answer } of answers) {
      await server.connection.db.execute(sql`insert into idempotency_keys (key, body_hash, answer, created_at)
        values (${`${path} same-number`}, 'hash', ${answer}, now())`)
    }
    const theirs = await addEvent('40755000012')
    expect((await erase(await idOf('0755 000 011'))).statusCode).toBe(204)
    const { rows } = await server.connection.db.execute<{ answer: string }>(
      sql`select answer from idempotency_keys where key like '% same-number' order by key desc`,
    )
    expect(rows).toEqual(answers.map(({ answer }) => ({ answer })))
    expect(await eventRow(theirs.id)).toMatchObject({ customerName: 'Zamfira Ghiță' })
  })

  it.each([999_999, 99_999_999_999_999])('answers 404 for nobody (%i)', async (id) => {
    expect((await erase(id)).statusCode).toBe(404)
    expect((await eraseOrder(id)).statusCode).toBe(404)
  })

  it('of one order is for orders without a customer that have ended', async () => {
    const typed = await place({ phoneNumber: '123 456 789 0', customerName: 'Unreadable', notes: 'gate 3' })
    expect((await eraseOrder(typed.id)).json().code).toBe('open_orders')
    await move(typed.id, 'cancelled')
    const before = (await stored(typed.id))?.version ?? 0
    const erased = (await eraseOrder(typed.id)).json<Order>()
    expect(erased).toMatchObject({ customerName: '', phoneNumber: '', notes: null, status: 'cancelled' })
    expect(erased.version).toBe(before + 1)
    expect(await stored(typed.id)).toMatchObject({ changedVersion: (await stored(typed.id))?.changedVersion })
    const theirs = await place({ phoneNumber: '0755 000 005' })
    await move(theirs.id, 'completed')
    const answer = await eraseOrder(theirs.id)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'customers_order'])
  })
})

describe('at the same moment', () => {
  const waiting = (count: number) =>
    expect
      .poll(async () => {
        const { rows } = await server.connection.reports.execute<{ waiting: number }>(
          sql`select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0]?.waiting
      })
      .toBe(count)

  it('an order that comes before the erasing stops it', async () => {
    await move((await place({ phoneNumber: '0755 000 006' })).id, 'completed')
    const id = await idOf('0755 000 006')
    let ordering: ReturnType<typeof place> | undefined
    let erasing: ReturnType<typeof erase> | undefined
    await inTransaction(server.connection.db, async (tx) => {
      await tx.select().from(customers).where(eq(customers.id, id)).for('update')
      ordering = place({ phoneNumber: '0755 000 006' })
      await waiting(1)
      erasing = erase(id)
      await waiting(2)
    })
    await ordering
    expect((await erasing)?.json().code).toBe('open_orders')
    expect((await found('0755 000 006'))[0]).toMatchObject({ orderCount: 2 })
  })

  it('an order that comes after it makes a new customer', async () => {
    await move((await place({ phoneNumber: '0755 000 007', customerName: 'Old Name' })).id, 'completed')
    const id = await idOf('0755 000 007')
    let ordering: ReturnType<typeof place> | undefined
    let erasing: ReturnType<typeof erase> | undefined
    await inTransaction(server.connection.db, async (tx) => {
      await tx.select().from(customers).where(eq(customers.id, id)).for('update')
      erasing = erase(id)
      await waiting(1)
      ordering = place({ phoneNumber: '0755 000 007', customerName: 'New Name' })
      await waiting(2)
    })
    expect((await erasing)?.statusCode).toBe(204)
    await ordering
    const [now] = await found('0755 000 007')
    expect(now).toMatchObject({ name: 'New Name', orderCount: 1 })
    expect(now?.id).not.toBe(id)
  })

  it('an order of a merged number that comes after it makes a new customer too', async () => {
    for (const phoneNumber of ['0755 000 008', '0755 000 009'])
      await move((await place({ phoneNumber })).id, 'completed')
    const [goes, id] = [await idOf('0755 000 008'), await idOf('0755 000 009')]
    await server.call('POST', `/api/customers/${goes}/merge`, { intoId: id }, asOwner())
    let ordering: ReturnType<typeof place> | undefined
    let erasing: ReturnType<typeof erase> | undefined
    await inTransaction(server.connection.db, async (tx) => {
      await tx.select().from(customers).where(eq(customers.id, id)).for('update')
      erasing = erase(id)
      await waiting(1)
      ordering = place({ phoneNumber: '0755 000 008', customerName: 'New Name' })
      await waiting(2)
    })
    expect((await erasing)?.statusCode).toBe(204)
    await ordering
    expect(await found('0755 000 008')).toMatchObject([{ name: 'New Name', orderCount: 1, otherNumbers: [] }])
  })

  it('two erasings take the person away once', async () => {
    await move((await place({ phoneNumber: '0755 000 010' })).id, 'completed')
    const id = await idOf('0755 000 010')
    const { totalCustomers } = await summary()
    const answers = await Promise.all([erase(id), erase(id)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
    expect((await summary()).totalCustomers).toBe(totalCustomers - 1)
  })

  it('a merge and an erasing leave no figure wrong and nothing behind', async () => {
    for (let round = 0; round < 4; round++) {
      const numbers = [`0755 1${round}0 001`, `0755 1${round}0 002`]
      for (const phoneNumber of numbers) await move((await place({ phoneNumber })).id, 'completed')
      const [goes = 0, stays = 0] = await Promise.all(numbers.map(idOf))
      const [merging, erasing] = await Promise.all([
        server.call('POST', `/api/customers/${goes}/merge`, { intoId: stays }, asOwner()),
        erase(round % 2 ? goes : stays),
      ])
      expect([200, 404]).toContain(merging.statusCode)
      expect([204, 404]).toContain(erasing.statusCode)
      const kept = (await server.connection.db.select().from(customers)).filter(({ mergedInto }) => mergedInto === null)
      expect((await summary()).totalCustomers).toBe(kept.length)
    }
  })
})
