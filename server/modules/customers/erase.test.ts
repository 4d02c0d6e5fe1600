import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { customers, erasures, orders } from '#server/db/schema/index.ts'
import { erasingFixture } from '#server/testing/customers.ts'
import { columnsWith } from '#server/testing/database.ts'
import { listenUrl, openTestSocket, Phone } from '#server/testing/phone.ts'
import { newTable } from '#server/testing/users.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'

const {
  addEvent,
  erase,
  eraseOrder,
  eventRow,
  idOf,
  merge,
  orderRow,
  placeOrder,
  search,
  server,
  setStatus,
  summary,
  waitForLocks,
} = erasingFixture()

const addZamfirasEvent = (customerPhone: string) =>
  addEvent({
    eventDate: '2027-01-10',
    customerName: 'Zamfira Ghiță',
    customerEmail: 'zamfira@lalelelor.example',
    customerPhone,
    notes: 'fără arahide',
  })

describe('erasing a person', () => {
  const TEXTS = ['zamfira', 'ghiță', 'ghita', 'lalelelor', 'secretara', 'interfon', 'arahide', 'vecina', 'soacra']
  const NUMBERS = ['755111222', '755333444', '755 111', '755 333']
  let placed: Awaited<ReturnType<typeof placeOrder>>
  let other: Awaited<ReturnType<typeof placeOrder>>
  let cancelled: Awaited<ReturnType<typeof placeOrder>>
  let shared: PlacedOrder
  let ana: Phone
  let theirEvents: Awaited<ReturnType<typeof addZamfirasEvent>>[]
  let id = 0

  beforeAll(async () => {
    const items = [{ menuItemId: server.soup, quantity: 2, notes: 'fără arahide' }]
    placed = await placeOrder({
      customerName: 'Zamfira Ghiță',
      phoneNumber: '0755 111 222',
      email: 'zamfira@lalelelor.example',
      notes: 'interfon 7',
      items,
    })
    other = await placeOrder({
      customerName: 'Z. Ghiță',
      phoneNumber: '0755 333 444',
      email: 'z@lalelelor.example',
      items,
    })
    cancelled = await placeOrder({ customerName: 'Zamfira', phoneNumber: '0755 111 222', notes: 'interfon' })
    await setStatus(cancelled.id, 'cancelled')
    const first = await idOf('0755 111 222')
    id = await idOf('0755 333 444')
    await server.asOwner('PATCH', `/api/customers/${first}`, { notes: 'Secretara lui Ion' })
    await server.asOwner('PATCH', `/api/customers/${id}`, { notes: 'Vecina' })
    await server.connection.db
      .update(customers)
      .set({ tags: ['vecina'], preferences: { seat: 'cu secretara' } })
      .where(eq(customers.id, first))
    expect(await merge(first, id)).toBe(200)

    // The person also ordered at a shared table, with a name and a note.
    ana = new Phone(await listenUrl(server.app))
    await ana.join((await newTable(server)).id, 'Zamfira Ghiță')
    await ana.enter()
    ana.add(server.soup, 1)
    await ana.waitForCart({ [server.soup]: 1 })
    ana.send({ type: 'SET_ITEM', payload: { itemId: ana.lineOf(server.soup), quantity: 1, notes: 'ca soacra' } })
    await vi.waitFor(() => expect(ana.cart()[0]?.notes).toBe('ca soacra'))
    ana.ready()
    await ana.frame('ALL_READY')
    shared = (await ana.complete({ notes: 'secretara plătește' })).body as PlacedOrder
    for (const order of [placed, other, shared]) await setStatus(order.id, 'completed')
    theirEvents = [await addZamfirasEvent('40755111222'), await addZamfirasEvent('40755333444')]
    expect(await columnsWith(server, [...TEXTS, ...NUMBERS])).toEqual([
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
      'idempotency_keys.response',
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

  it('leaves none of the data in the database, and keeps the orders with their totals', async () => {
    const before = await summary()
    const ownerSocket = await openTestSocket(await listenUrl(server.app), { cookie: server.owner })
    expect((await erase(id)).statusCode).toBe(204)
    expect((await eraseOrder(shared.id)).json<Order>()).toMatchObject({
      id: shared.id,
      customerName: '',
      phoneNumber: '',
      notes: null,
      total: 2850,
      items: [{ name: 'Bean soup', quantity: 1, notes: null, guestName: null }],
    })
    expect(await columnsWith(server, [...TEXTS, ...NUMBERS])).toEqual([])
    expect(server.logged()).not.toMatch(/zamfira|ghi[țt]ă|755111222/i)

    expect(await summary()).toMatchObject({
      totalOrders: before.totalOrders,
      averageOrderValue: before.averageOrderValue,
      totalCustomers: before.totalCustomers - 1,
    })
    for (const order of [placed, other, cancelled]) {
      const row = await orderRow(order.id)
      expect(row).toMatchObject({ customerId: null, customerName: '', phoneNumber: '', total: 5700 })
    }
    await expect
      .poll(() =>
        ownerSocket
          .receivedFrames()
          .flatMap((frame) => (frame.type === 'ORDER_UPDATE' ? [[frame.payload.id, frame.payload.customerName]] : [])),
      )
      .toEqual(expect.arrayContaining([placed, other, cancelled, shared].map((order) => [order.id, ''])))
    ownerSocket.socket.close()
  })

  it('keeps the person’s events with their dishes and totals, and the stored responses to adding them', async () => {
    for (const { repeat, ...event } of theirEvents) {
      const nobody = { customerName: '', customerEmail: '', customerPhone: '', notes: null }
      expect(await eventRow(event.id)).toMatchObject({ ...nobody, numberOfGuests: 30, status: 'draft' })
      for (const body of [{}, { customerName: 'Somebody else' }]) {
        const response = await repeat(body)
        expect([response.statusCode, response.json()]).toEqual([201, { ...event, ...nobody }])
      }
    }
    expect(theirEvents.map(({ total }) => total)).toEqual([5700, 5700])
  })

  it('keeps the stored responses to orders, so that a repeated request creates no second order', async () => {
    for (const order of [placed, other, cancelled]) {
      for (const body of [{}, { customerName: 'Somebody else' }]) {
        const response = await order.repeat(body)
        expect([response.statusCode, response.json()]).toMatchObject([
          201,
          { id: order.id, customerName: '', phoneNumber: '', email: null, notes: null, orderToken: order.orderToken },
        ])
      }
    }
    expect(await ana.complete()).toMatchObject({
      status: 200,
      body: { id: shared.id, notes: null, items: [{ guestName: null }] },
    })
  })

  it('records the erasure keys of everything that was erased, and nothing else', async () => {
    const recorded = await server.connection.db.select().from(erasures)
    const orderKeys = await server.connection.db.select({ key: orders.erasureKey }).from(orders)
    const isOrderKey = new Set(orderKeys.map(({ key }) => key))
    // The customer and the number that was merged, two events and four orders.
    expect(recorded.filter(({ key }) => isOrderKey.has(key)).length).toBe(4)
    const eventKeys = await Promise.all(theirEvents.map(async (event) => (await eventRow(event.id))?.erasureKey))
    expect(recorded.map(({ key }) => key)).toEqual(expect.arrayContaining(eventKeys))
    expect(recorded.length).toBe(8)
    expect(Object.keys(recorded[0] ?? {})).toEqual(['key'])
  })

  it('treats later orders with the same numbers as new customers', async () => {
    for (const phoneNumber of ['0755 111 222', '0755 333 444']) {
      await placeOrder({ customerName: 'Somebody New', phoneNumber })
      expect(await search(phoneNumber)).toMatchObject([{ name: 'Somebody New', orderCount: 1, otherNumbers: [] }])
    }
  })
})

describe('erasing a customer', () => {
  it('is rejected while an order is open', async () => {
    const { id: order } = await placeOrder({ phoneNumber: '0755 000 001', customerName: 'Still Here' })
    const id = await idOf('0755 000 001')
    for (const status of ['pending', 'preparing', 'ready', 'delivered']) {
      await setStatus(order, status)
      const response = await erase(id)
      expect([response.statusCode, response.json().code]).toEqual([409, 'open_orders'])
    }
    expect((await search('0755 000 001'))[0]).toMatchObject({ name: 'Still Here', orderCount: 1 })
    await setStatus(order, 'completed')
    expect((await erase(id)).statusCode).toBe(204)
    expect((await erase(id)).statusCode).toBe(404)
  })

  it('removes a VIP from the count', async () => {
    for (let i = 0; i < 6; i++) await setStatus((await placeOrder({ phoneNumber: '0755 000 002' })).id, 'completed')
    const { vipCustomers } = await summary()
    await erase(await idOf('0755 000 002'))
    expect((await summary()).vipCustomers).toBe(vipCustomers - 1)
  })

  it('erases orders with the number and no customer', async () => {
    const { id: order } = await placeOrder({ phoneNumber: '0755 000 003', customerName: 'Unlinked' })
    await setStatus(order, 'completed')
    await server.connection.db.update(orders).set({ customerId: null }).where(eq(orders.id, order))
    await erase(await idOf('0755 000 003'))
    expect(await orderRow(order)).toMatchObject({ customerName: '', phoneNumber: '' })
  })

  it('keeps the table number that an order is found by', async () => {
    const { id: tableId, number } = await newTable(server)
    const { id: order } = await placeOrder({ phoneNumber: '0755 000 004', tableId })
    await setStatus(order, 'completed')
    await erase(await idOf('0755 000 004'))
    expect(await orderRow(order)).toMatchObject({ searchText: String(number), tableNumber: number })
  })

  it('keeps stored responses that show something else with the same id as an erased order', async () => {
    const { id: order } = await placeOrder({ phoneNumber: '0755 000 011', customerName: 'Same Number' })
    await setStatus(order, 'completed')
    const responses = ['other', 'event', 'entry', 'day'].map((shows) => ({ shows, response: `{"id":${order}}` }))
    for (const { shows, response } of responses) {
      await server.connection.db.execute(sql`
        insert into idempotency_keys (key, body_hash, response, shows, shown_id, created_at)
        values (${`/api/orders same-number ${shows}`}, 'hash', ${response}, ${shows}, ${order}, now())`)
    }
    const theirs = await addZamfirasEvent('40755000012')
    expect((await erase(await idOf('0755 000 011'))).statusCode).toBe(204)
    const { rows } = await server.connection.db.execute<{ response: string }>(
      sql`select response from idempotency_keys where key like '% same-number %'`,
    )
    expect(rows).toEqual(responses.map(({ response }) => ({ response })))
    expect(await eventRow(theirs.id)).toMatchObject({ customerName: 'Zamfira Ghiță' })
  })

  it.each([999_999, 2 ** 31 - 1])('returns 404 for an unknown customer or order (%i)', async (id) => {
    expect((await erase(id)).statusCode).toBe(404)
    expect((await eraseOrder(id)).statusCode).toBe(404)
  })

  it('is also possible for a single order, if it has ended and has no customer', async () => {
    const unlinked = await placeOrder({ phoneNumber: '123 456 789 0', customerName: 'Unreadable', notes: 'gate 3' })
    expect((await eraseOrder(unlinked.id)).json().code).toBe('open_orders')
    await setStatus(unlinked.id, 'cancelled')
    const before = await orderRow(unlinked.id)
    const erased = (await eraseOrder(unlinked.id)).json<Order>()
    expect(erased).toMatchObject({ customerName: '', phoneNumber: '', notes: null, status: 'cancelled' })
    expect(erased.version).toBe((before?.version ?? 0) + 1)
    expect(await orderRow(unlinked.id)).toMatchObject({ changedVersion: before?.changedVersion })
    const theirs = await placeOrder({ phoneNumber: '0755 000 005' })
    await setStatus(theirs.id, 'completed')
    const response = await eraseOrder(theirs.id)
    expect([response.statusCode, response.json().code]).toEqual([409, 'customers_order'])
  })
})

/** Sends two requests while a transaction holds a lock on a customer, so that they wait in this order. */
async function inOrder<First, Second>(
  customerId: number,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const sent = await inTransaction(server.connection.db, async (tx) => {
    await tx.select().from(customers).where(eq(customers.id, customerId)).for('update')
    const earlier = first()
    await waitForLocks(1)
    const later = second()
    await waitForLocks(2)
    return { earlier, later }
  })
  return Promise.all([sent.earlier, sent.later])
}

describe('erasing a customer concurrently with', () => {
  it('an order that is placed first is rejected', async () => {
    const order = { phoneNumber: '0755 000 016' }
    await setStatus((await placeOrder(order)).id, 'completed')
    const id = await idOf(order.phoneNumber)
    const [, erasing] = await inOrder(
      id,
      () => placeOrder(order),
      () => erase(id),
    )
    expect(erasing.json().code).toBe('open_orders')
    expect((await search(order.phoneNumber))[0]).toMatchObject({ orderCount: 2 })
  })

  it.each([
    ['the customer’s number', '0755 000 007'],
    ['a merged number', '0755 000 008'],
  ])('an order that is placed second with %s leads to a new customer', async (_, phoneNumber) => {
    for (const number of [phoneNumber, '0755 000 009'])
      await setStatus((await placeOrder({ phoneNumber: number, customerName: 'Old Name' })).id, 'completed')
    const [ordersId, otherId] = [await idOf(phoneNumber), await idOf('0755 000 009')]
    const isMerged = phoneNumber === '0755 000 008'
    if (isMerged) await merge(ordersId, otherId)
    const id = isMerged ? otherId : ordersId
    const [erasing] = await inOrder(
      id,
      () => erase(id),
      () => placeOrder({ phoneNumber, customerName: 'New Name' }),
    )
    expect(erasing.statusCode).toBe(204)
    const found = await search(phoneNumber)
    expect(found).toMatchObject([{ name: 'New Name', orderCount: 1, otherNumbers: [] }])
    expect(found[0]?.id).not.toBe(id)
  })

  it('another erasing of the same customer erases it once', async () => {
    await setStatus((await placeOrder({ phoneNumber: '0755 000 010' })).id, 'completed')
    const id = await idOf('0755 000 010')
    const { totalCustomers } = await summary()
    const responses = await Promise.all([erase(id), erase(id)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
    expect((await summary()).totalCustomers).toBe(totalCustomers - 1)
  })
})
