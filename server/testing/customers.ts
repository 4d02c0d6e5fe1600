import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { events, orders } from '#server/db/schema/index.ts'
import { eraseOverdue, type OverdueParts } from '#server/modules/customers/privacy-clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import type { Customer } from '#shared/contracts/customers.ts'
import type { OrderRequest, PlacedOrder, Summary } from '#shared/contracts/orders.ts'
import type { Privacy } from '#shared/contracts/privacy.ts'
import { takeaway, testServer } from './app.ts'
import { untilLockWaits } from './database.ts'
import { recordingLog } from './log.ts'

const NOW = new Date('2026-06-20T12:00:00Z')

/** A server with helpers for creating and reading customers. */
export function customersFixture() {
  const server = testServer()
  let lastNumber = 0

  const placeOrder = async (more: Partial<OrderRequest> = {}) =>
    (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>()
  const list = async (query = '') => (await server.asOwner('GET', `/api/customers${query}`)).json<Customer[]>()

  return {
    server,
    placeOrder,
    list,
    names: async (query: string) => (await list(query)).map(({ name }) => name),
    setStatus: (id: number, status: string) => server.asOwner('PATCH', `/api/orders/${id}`, { status }),
    getCustomer: (id: number) => server.asOwner('GET', `/api/customers/${id}`),
    change: (id: number, body: unknown) => server.asOwner('PATCH', `/api/customers/${id}`, body),
    merge: (id: number, intoId: number) => server.asOwner('POST', `/api/customers/${id}/merge`, { intoId }),

    /** A customer with a number of orders, one a day. @param days how many days ago the first is placed */
    async createCustomer(name: string, orders = 1, days = 0, more: Partial<OrderRequest> = {}) {
      lastNumber += 1
      const phoneNumber = `07230${String(lastNumber).padStart(5, '0')}`
      const placed: PlacedOrder[] = []
      for (let i = 0; i < orders; i++) {
        server.clock.set(new Date(NOW.getTime() - (days - i) * 24 * 60 * 60 * 1000))
        placed.push(await placeOrder({ customerName: name, phoneNumber, ...more }))
      }
      server.clock.set(NOW)
      const [customer] = await list(`?q=${phoneNumber}`)
      if (!customer) throw new Error('the order created no customer')
      return { customer, phoneNumber, placed }
    },
  }
}

/** A server with helpers for entering customers' data and finding what was erased. */
export function erasingFixture() {
  const server = testServer()
  let keys = 0

  const search = async (query: string) =>
    (await server.asOwner('GET', `/api/customers?q=${encodeURIComponent(query)}`)).json<Customer[]>()

  return {
    server,

    /** Places an order. @returns it, with a function that repeats the request under the same idempotency key */
    async placeOrder(more: Partial<OrderRequest> = {}) {
      const body = takeaway(server, more)
      const headers = { 'idempotency-key': `order-${++keys}` }
      const repeat = (changes: Partial<OrderRequest> = {}) =>
        server.call('POST', '/api/orders', { ...body, ...changes }, { headers })
      return { ...(await repeat()).json<PlacedOrder>(), repeat }
    },
    setStatus: (id: number, status: string) => server.asOwner('PATCH', `/api/orders/${id}`, { status }),
    orderRow: async (id: number) => (await server.connection.db.select().from(orders).where(eq(orders.id, id)))[0],

    /** Adds a catering event. @returns it, with a function that repeats the request under the same idempotency key */
    async addEvent(fields: { eventDate: string } & Partial<CateringEvent>) {
      const body = {
        customerName: 'Ana Pop',
        customerEmail: 'ana@example.com',
        customerPhone: '40712345678',
        numberOfGuests: 30,
        items: [{ menuItemId: server.soup, quantity: 2 }],
        ...fields,
      }
      const headers = { 'idempotency-key': `event-${++keys}`, cookie: server.owner }
      const repeat = (changes: object = {}) => server.call('POST', '/api/events', { ...body, ...changes }, { headers })
      return { ...(await repeat()).json<CateringEvent>(), repeat }
    },
    eventRow: async (id: number) => (await server.connection.db.select().from(events).where(eq(events.id, id)))[0],

    search,
    idOf: async (query: string) => (await search(query))[0]?.id ?? 0,
    merge: (id: number, intoId: number) =>
      server.asOwner('POST', `/api/customers/${id}/merge`, { intoId }).then(({ statusCode }) => statusCode),
    erase: (id: number) => server.asOwner('DELETE', `/api/customers/${id}`),
    eraseOrder: (id: number) => server.asOwner('POST', `/api/orders/${id}/erase`),
    summary: async () => (await server.asOwner('GET', '/api/summary')).json<Summary>(),

    /** Resolves when this many connections wait for a lock. */
    waitForLocks: (count: number) => untilLockWaits(server, count),
  }
}

/** 21 November, 14:00 local time. With 12 months, data from before 21 November 2025 is erased. */
export const TODAY = '2026-11-21T12:00:00Z'
/** Overdue with 5 months, but not with 12. */
export const RECENT = '2026-06-01T12:00:00Z'
export const OLD = '2025-10-01T12:00:00Z'
const BEFORE_ALL_DATA = '2024-01-01T12:00:00Z'

/** A server with a retention time of 12 months that has been in force for long, and without overdue data. */
export function overdueFixture() {
  const fixture = erasingFixture()
  const { server, addEvent, placeOrder, setStatus, orderRow } = fixture
  const { log, logged } = recordingLog()

  const setClock = (moment: string) => server.clock.set(new Date(moment))
  const parts = (more: Partial<OverdueParts> = {}): OverdueParts => {
    const { db, reports } = server.connection
    const open = { gate: { isOpen: () => true } }
    return { db, reports, clock: server.clock, ...open, log: log as Log, timeZone: 'Europe/Bucharest', ...more }
  }
  async function runNightly(moment = TODAY) {
    setClock(moment)
    await eraseOverdue(parts())
  }

  const changeSettings = (body: object) => server.asOwner('PATCH', '/api/settings', body)
  /** Sets a retention time so long ago that it is in force. */
  async function setRetention(retentionMonths: number) {
    setClock(BEFORE_ALL_DATA)
    await changeSettings({ retentionMonths })
  }

  async function placeOrderAt(moment: string, more: Partial<OrderRequest> = {}) {
    setClock(moment)
    return placeOrder(more)
  }
  async function setStatusAt(moment: string, id: number, status: string) {
    setClock(moment)
    await setStatus(id, status)
  }

  beforeEach(async () => {
    setClock(BEFORE_ALL_DATA)
    await changeSettings({ retentionMonths: null })
    await setRetention(12)
    // Erases what the previous test left.
    await runNightly()
  })

  return {
    ...fixture,
    logged,
    setClock,
    parts,
    runNightly,
    changeSettings,
    setRetention,
    placeOrderAt,
    setStatusAt,

    /** Places and completes an order at a time. */
    async completedOrder(moment: string, more: Partial<OrderRequest> = {}) {
      const order = await placeOrderAt(moment, more)
      await setStatusAt(moment, order.id, 'completed')
      return order
    },
    /** Adds an event of a person who is no customer. */
    async addOldEvent(eventDate: string, more: Partial<CateringEvent> = {}) {
      setClock('2025-09-01T12:00:00Z')
      return addEvent({
        eventDate,
        customerName: 'Eveniment Vechi',
        customerEmail: 'nimeni@example.com',
        customerPhone: '40757000111',
        notes: 'fără alune',
        ...more,
      })
    },
    /** Inserts orders that ended long ago. @returns their ids */
    async insertOldOrders(count: number, customerId: number | null = null): Promise<number[]> {
      const { rows } = await server.connection.db.execute<{ id: string }>(sql`
        with placed as (
          insert into orders (customer_id, customer_name, phone_number, total, currency, status, token_hash, search_text, created_at, updated_at)
          select ${customerId}::bigint, 'Multime', '', 5700, 'lei', 'completed', 'x', 'multime', ${OLD}::timestamptz, ${OLD}::timestamptz
          from generate_series(1, ${count}::int) returning id
        ), history as (
          insert into order_status_changes (order_id, status, at) select id, 'completed', ${OLD}::timestamptz from placed
        ) select id from placed order by id`)
      return rows.map(({ id }) => Number(id))
    },

    privacy: async (query = '') => (await server.asOwner('GET', `/api/privacy${query}`)).json<Privacy>(),
    isErased: async (id: number) => (await orderRow(id))?.erasedAt !== null,
    /** Returns the ids of the given orders whose data is erased. */
    async erasedOf(ids: readonly number[]): Promise<number[]> {
      const rows = await server.connection.db
        .select({ id: orders.id, erasedAt: orders.erasedAt })
        .from(orders)
        .where(inArray(orders.id, [...ids]))
      return rows.flatMap(({ id, erasedAt }) => (erasedAt ? id : [])).sort((a, b) => a - b)
    },
  }
}
