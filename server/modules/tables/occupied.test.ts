import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listening, Phone } from '#server/testing/phone.ts'
import { newTable } from '#server/testing/tables.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { isOpen, ORDER_STATUSES, type OrderStatus } from '#shared/domain/order-status.ts'
import { TABLE_STATUSES } from '#shared/domain/table-status.ts'

const server = testServer()
const TABLES = 3

const some = fc.nat({ max: 9 })
const byGuestsAndBoard = [
  fc.record({ does: fc.constant('place' as const), table: some }),
  fc.record({ does: fc.constant('status' as const), order: some, status: fc.constantFrom(...ORDER_STATUSES) }),
  fc.record({ does: fc.constant('move' as const), order: some, table: some }),
  fc.record({ does: fc.constant('call' as const), table: some }),
  fc.record({ does: fc.constant('sit' as const), table: some }),
  fc.record({ does: fc.constant('end' as const), session: some }),
  fc.record({ does: fc.constant('moveSession' as const), session: some, table: some }),
]
const byHand = [
  fc.record({ does: fc.constant('hand' as const), table: some, status: fc.constantFrom(...TABLE_STATUSES) }),
  fc.record({ does: fc.constant('delete' as const), table: some }),
]
type Act = (typeof byGuestsAndBoard)[number] | (typeof byHand)[number]
type Deed = Act extends fc.Arbitrary<infer One> ? One : never

let guests = 0

/** Joins without a socket. Each guest has an address of their own: sessions that begin at one are limited. */
async function call(tableId: number): Promise<Phone> {
  guests++
  const remoteAddress = `10.0.${guests >> 8}.${guests & 255}`
  const answer = await server.call('POST', '/api/shared-sessions', { tableId, name: 'Ana' }, { remoteAddress })
  const phone = new Phone(await listening(server.app))
  phone.joined = answer.json()
  phone.cookie = `masa_guest=${answer.cookies[0]?.value}`
  return phone
}

/** Joins, and is there with a socket, if the session goes on by then. @returns the id of the session */
async function sit(tableId: number): Promise<string> {
  const phone = await call(tableId)
  await phone.open()
  phone.sayJoin()
  await Promise.race([phone.heard('CART_ITEMS'), phone.heard('ERROR')])
  phone.socket?.close()
  return phone.joined.id
}

/** A restaurant of three tables, and what is known of it: who did what, and what the tables should be by the rules. */
async function restaurant() {
  const asOwner = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    server.call(method, path, body, { headers: { cookie: server.owner } })
  const tables = new Map<number, Table['status']>()
  const orders = new Map<number, { table: number; status: OrderStatus }>()
  const sessions = new Map<string, { table: number; runs: boolean; isSeated: boolean }>()
  const open = async () => tables.set((await newTable(server)).id, 'available')
  for (let i = 0; i < TABLES; i++) await open()

  const nth = <Key>(from: Map<Key, unknown>, n: number) => [...from.keys()][n % Math.max(1, from.size)] as Key
  const isUsed = (table: number) =>
    [...orders.values()].some((order) => order.table === table && isOpen(order.status)) ||
    [...sessions.values()].some((session) => session.table === table && session.runs && session.isSeated)
  const leave = (table: number) => {
    if (tables.get(table) === 'occupied' && !isUsed(table)) tables.set(table, 'available')
  }
  const sitting = (table: number) => [...sessions.values()].find((session) => session.table === table && session.runs)

  /** Does one thing, says whether the answer is that of the rules, and follows them. */
  async function act(deed: Deed): Promise<void> {
    const table = 'table' in deed ? nth(tables, deed.table) : 0
    const orderId = 'order' in deed ? nth(orders, deed.order) : 0
    const order = orders.get(orderId)
    const sessionId = 'session' in deed ? nth(sessions, deed.session) : ''
    const session = sessions.get(sessionId)
    if (('order' in deed && !order) || ('session' in deed && !session)) return
    switch (deed.does) {
      case 'place': {
        const placed = await server.call('POST', '/api/orders', takeaway(server, { tableId: table }))
        expect(placed.statusCode).toBe(201)
        orders.set(placed.json<PlacedOrder>().id, { table, status: 'pending' })
        tables.set(table, 'occupied')
        break
      }
      case 'status': {
        if (!order) break
        await asOwner('PATCH', `/api/orders/${orderId}`, { status: deed.status })
        const was = isOpen(order.status)
        order.status = deed.status
        if (!was && isOpen(deed.status) && tables.has(order.table)) tables.set(order.table, 'occupied')
        if (was && !isOpen(deed.status)) leave(order.table)
        break
      }
      case 'move': {
        if (!order) break
        const answer = await asOwner('PATCH', `/api/orders/${orderId}`, { tableId: table })
        const isRefused = !isOpen(order.status) && order.table !== table
        expect(answer.statusCode).toBe(isRefused ? 409 : 200)
        if (isRefused || order.table === table) break
        const from = order.table
        order.table = table
        tables.set(table, 'occupied')
        leave(from)
        break
      }
      case 'sit':
      case 'call': {
        const id = deed.does === 'sit' ? await sit(table) : (await call(table)).joined.id
        const known = sessions.get(id)
        expect(known === sitting(table)).toBe(true)
        const wasSeated = known?.isSeated ?? false
        const isSeated = wasSeated || deed.does === 'sit'
        sessions.set(id, { table, runs: true, isSeated })
        if (isSeated && !wasSeated) tables.set(table, 'occupied')
        break
      }
      case 'end': {
        if (!session) break
        await asOwner('POST', `/api/shared-sessions/${sessionId}/end`)
        if (!session.runs) break
        session.runs = false
        if (session.isSeated) leave(session.table)
        break
      }
      case 'moveSession': {
        if (!session) break
        const answer = await asOwner('POST', `/api/shared-sessions/${sessionId}/move`, { tableId: table })
        const other = sitting(table)
        // A session that no phone has reached is ended, whatever becomes of the move.
        const isFree = !other || other === session || !other.isSeated
        expect(answer.statusCode).toBe(session.runs && isFree ? 200 : 409)
        if (other && other !== session && !other.isSeated) other.runs = false
        const from = session.table
        if (answer.statusCode !== 200 || from === table) break
        const moved = [...orders.values()].filter((one) => one.table === from && isOpen(one.status))
        for (const one of moved) one.table = table
        session.table = table
        if (!session.isSeated && moved.length === 0) break
        tables.set(table, 'occupied')
        leave(from)
        break
      }
      case 'hand': {
        await asOwner('PATCH', `/api/tables/${table}/status`, { status: deed.status })
        tables.set(table, deed.status)
        if (deed.status !== 'available') break
        const there = sitting(table)
        if (there) there.runs = false
        for (const one of orders.values()) {
          if (one.table === table && one.status === 'delivered') one.status = 'completed'
        }
        break
      }
      case 'delete': {
        const answer = await asOwner('DELETE', `/api/tables/${table}`)
        expect(answer.statusCode).toBe(isUsed(table) ? 409 : 204)
        if (answer.statusCode === 409) break
        tables.delete(table)
        // A past order knows its table no more: it opens again without one.
        for (const one of orders.values()) if (one.table === table) one.table = 0
        for (const [id, one] of sessions) if (one.table === table) sessions.delete(id)
        await open()
      }
    }
  }

  const statuses = async () => {
    const all = (await server.call('GET', '/api/tables')).json<Table[]>()
    return new Map(all.flatMap(({ id, status }) => (tables.has(id) ? [[id, status] as const] : [])))
  }
  return { act, tables, statuses }
}

it('is by the rules after each of many deeds of guests, board and owner', async () => {
  const deeds = fc.array(fc.oneof(...byGuestsAndBoard, ...byHand), { minLength: 20, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(deeds, async (all) => {
      const { act, tables, statuses } = await restaurant()
      for (const deed of all) {
        await act(deed)
        expect(await statuses()).toEqual(new Map([...tables].toSorted(([a], [b]) => a - b)))
      }
    }),
    { numRuns: 12 },
  )
}, 60_000)

it('is by the rules after storms in which all of that happens at once', async () => {
  const asOwner = (method: 'POST' | 'PATCH', path: string, body?: unknown) =>
    server.call(method, path, body, { headers: { cookie: server.owner } })
  const ids = await Promise.all(Array.from({ length: TABLES }, async () => (await newTable(server)).id))
  const [orders, sessions]: [number[], string[]] = [[], []]
  const storms = fc.sample(fc.array(fc.oneof(...byGuestsAndBoard), { minLength: 25, maxLength: 25 }), 8)

  async function act(deed: Deed): Promise<number> {
    const tableId = 'table' in deed ? ids[deed.table % TABLES] : 0
    const order = 'order' in deed ? `/api/orders/${orders.at(-1 - deed.order) ?? 0}` : ''
    const session = 'session' in deed ? `/api/shared-sessions/${sessions.at(-1 - deed.session) ?? 'x'.repeat(24)}` : ''
    switch (deed.does) {
      case 'place': {
        const placed = await server.call('POST', '/api/orders', takeaway(server, { tableId: tableId ?? 0 }))
        orders.push(placed.json<PlacedOrder>().id)
        return placed.statusCode
      }
      case 'call':
        sessions.push((await call(tableId ?? 0)).joined.id)
        return 201
      case 'sit':
        sessions.push(await sit(tableId ?? 0))
        return 201
      case 'status':
        return (await asOwner('PATCH', order, { status: deed.status })).statusCode
      case 'move':
        return (await asOwner('PATCH', order, { tableId })).statusCode
      case 'end':
        return (await asOwner('POST', `${session}/end`)).statusCode
      case 'moveSession':
        return (await asOwner('POST', `${session}/move`, { tableId })).statusCode
      default:
        throw new Error(`${deed.does} is not for storms`)
    }
  }

  for (const storm of storms) {
    const statuses = await Promise.all(storm.map(act))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    const { rows } = await server.connection.db.execute(sql`
      select id, status from tables where id in ${ids} and (status = 'occupied') <> (
        exists (select 1 from orders where table_id = tables.id and status in ('pending', 'preparing', 'ready', 'delivered'))
        or exists (select 1 from shared_sessions join session_participants on session_id = shared_sessions.id
          where table_id = tables.id and status = 'active' and seen_at is not null))`)
    expect(rows).toEqual([])
  }
})
