import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, Phone } from '#server/testing/phone.ts'
import { newTable } from '#server/testing/users.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { isOpen, ORDER_STATUSES, type OrderStatus } from '#shared/domain/orders/order.ts'
import { TABLE_STATUSES } from '#shared/domain/table-state.ts'

const server = testServer()
const TABLES = 3

const anyIndex = fc.nat({ max: 9 })
const guestAndBoardActions = [
  fc.record({ kind: fc.constant('place' as const), table: anyIndex }),
  fc.record({ kind: fc.constant('setStatus' as const), order: anyIndex, status: fc.constantFrom(...ORDER_STATUSES) }),
  fc.record({ kind: fc.constant('move' as const), order: anyIndex, table: anyIndex }),
  fc.record({ kind: fc.constant('joinWithoutPhone' as const), table: anyIndex }),
  fc.record({ kind: fc.constant('joinWithPhone' as const), table: anyIndex }),
  fc.record({ kind: fc.constant('end' as const), session: anyIndex }),
  fc.record({ kind: fc.constant('moveSession' as const), session: anyIndex, table: anyIndex }),
]
const manualActions = [
  fc.record({
    kind: fc.constant('setTableStatus' as const),
    table: anyIndex,
    status: fc.constantFrom(...TABLE_STATUSES),
  }),
  fc.record({ kind: fc.constant('delete' as const), table: anyIndex }),
]
type ActionArbitrary = (typeof guestAndBoardActions)[number] | (typeof manualActions)[number]
type Action = ActionArbitrary extends fc.Arbitrary<infer Value> ? Value : never

let guests = 0

/**
 * Joins without a socket. Each guest has another address, because the sessions started from one address are limited.
 */
async function joinWithoutPhone(tableId: number): Promise<Phone> {
  guests++
  const remoteAddress = `10.0.${guests >> 8}.${guests & 255}`
  const response = await server.call('POST', '/api/shared-sessions', { tableId, name: 'Ana' }, { remoteAddress })
  const phone = new Phone(await listenUrl(server.app))
  phone.joined = response.json()
  phone.cookie = `masa_guest=${response.cookies[0]?.value}`
  return phone
}

/**
 * Joins and connects a phone, unless the session ends meanwhile.
 * @returns the id of the session
 */
async function joinWithPhone(tableId: number): Promise<string> {
  const phone = await joinWithoutPhone(tableId)
  await phone.open()
  phone.sendJoin()
  await Promise.race([phone.frame('CART_ITEMS'), phone.frame('ERROR')])
  phone.socket?.close()
  return phone.joined.id
}

/** Creates three tables and a model of them, which applies each action to the server and to itself. */
async function createModel() {
  const tables = new Map<number, Table['status']>()
  const orders = new Map<number, { table: number; status: OrderStatus }>()
  const sessions = new Map<string, { table: number; isActive: boolean; hasConnected: boolean }>()
  const addTable = async () => tables.set((await newTable(server)).id, 'available')
  for (let i = 0; i < TABLES; i++) await addTable()

  const nthKey = <Key>(map: Map<Key, unknown>, n: number) => [...map.keys()][n % Math.max(1, map.size)] as Key
  const isUsed = (table: number) =>
    [...orders.values()].some((order) => order.table === table && isOpen(order.status)) ||
    [...sessions.values()].some((session) => session.table === table && session.isActive && session.hasConnected)
  const freeIfUnused = (table: number) => {
    if (tables.get(table) === 'occupied' && !isUsed(table)) tables.set(table, 'available')
  }
  const activeSessionAt = (table: number) =>
    [...sessions.values()].find((session) => session.table === table && session.isActive)

  /** Performs an action, checks that its response follows the rules, and updates the model. */
  async function act(action: Action): Promise<void> {
    const table = 'table' in action ? nthKey(tables, action.table) : 0
    const orderId = 'order' in action ? nthKey(orders, action.order) : 0
    const order = orders.get(orderId)
    const sessionId = 'session' in action ? nthKey(sessions, action.session) : ''
    const session = sessions.get(sessionId)
    if (('order' in action && !order) || ('session' in action && !session)) return
    switch (action.kind) {
      case 'place': {
        const placed = await server.call('POST', '/api/orders', takeaway(server, { tableId: table }))
        expect(placed.statusCode).toBe(201)
        orders.set(placed.json<PlacedOrder>().id, { table, status: 'pending' })
        tables.set(table, 'occupied')
        break
      }
      case 'setStatus': {
        if (!order) break
        await server.asOwner('PATCH', `/api/orders/${orderId}`, { status: action.status })
        const wasOpen = isOpen(order.status)
        order.status = action.status
        if (!wasOpen && isOpen(action.status) && tables.has(order.table)) tables.set(order.table, 'occupied')
        if (wasOpen && !isOpen(action.status)) freeIfUnused(order.table)
        break
      }
      case 'move': {
        if (!order) break
        const response = await server.asOwner('PATCH', `/api/orders/${orderId}`, { tableId: table })
        const isRejected = !isOpen(order.status) && order.table !== table
        expect(response.statusCode).toBe(isRejected ? 409 : 200)
        if (isRejected || order.table === table) break
        const from = order.table
        order.table = table
        tables.set(table, 'occupied')
        freeIfUnused(from)
        break
      }
      case 'joinWithPhone':
      case 'joinWithoutPhone': {
        const id =
          action.kind === 'joinWithPhone' ? await joinWithPhone(table) : (await joinWithoutPhone(table)).joined.id
        const knownSession = sessions.get(id)
        expect(knownSession === activeSessionAt(table)).toBe(true)
        const hadConnected = knownSession?.hasConnected ?? false
        const hasConnected = hadConnected || action.kind === 'joinWithPhone'
        sessions.set(id, { table, isActive: true, hasConnected })
        if (hasConnected && !hadConnected) tables.set(table, 'occupied')
        break
      }
      case 'end': {
        if (!session) break
        await server.asOwner('POST', `/api/shared-sessions/${sessionId}/end`)
        if (!session.isActive) break
        session.isActive = false
        if (session.hasConnected) freeIfUnused(session.table)
        break
      }
      case 'moveSession': {
        if (!session) break
        const response = await server.asOwner('POST', `/api/shared-sessions/${sessionId}/move`, { tableId: table })
        const other = activeSessionAt(table)
        // A session without a connected phone is ended, even if the move is rejected.
        const isFree = !other || other === session || !other.hasConnected
        expect(response.statusCode).toBe(session.isActive && isFree ? 200 : 409)
        if (other && other !== session && !other.hasConnected) other.isActive = false
        const from = session.table
        if (response.statusCode !== 200 || from === table) break
        const moved = [...orders.values()].filter((other) => other.table === from && isOpen(other.status))
        for (const other of moved) other.table = table
        session.table = table
        if (!session.hasConnected && moved.length === 0) break
        tables.set(table, 'occupied')
        freeIfUnused(from)
        break
      }
      case 'setTableStatus': {
        await server.asOwner('PATCH', `/api/tables/${table}/status`, { status: action.status })
        tables.set(table, action.status)
        if (action.status !== 'available') break
        const activeSession = activeSessionAt(table)
        if (activeSession) activeSession.isActive = false
        for (const other of orders.values()) {
          if (other.table === table && other.status === 'delivered') other.status = 'completed'
        }
        break
      }
      case 'delete': {
        const response = await server.asOwner('DELETE', `/api/tables/${table}`)
        expect(response.statusCode).toBe(isUsed(table) ? 409 : 204)
        if (response.statusCode === 409) break
        tables.delete(table)
        // A past order loses its reference to the table, so reopening it would not restore the reference.
        for (const other of orders.values()) if (other.table === table) other.table = 0
        for (const [id, other] of sessions) if (other.table === table) sessions.delete(id)
        await addTable()
      }
    }
  }

  const statuses = async () => {
    const listed = (await server.call('GET', '/api/tables')).json<Table[]>()
    return new Map(listed.flatMap(({ id, status }) => (tables.has(id) ? [[id, status] as const] : [])))
  }
  return { act, tables, statuses }
}

it('the status of tables is as the rules say after each of many actions of guests and owners', async () => {
  const actions = fc.array(fc.oneof(...guestAndBoardActions, ...manualActions), { minLength: 20, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(actions, async (sequence) => {
      const { act, tables, statuses } = await createModel()
      for (const action of sequence) {
        await act(action)
        expect(await statuses()).toEqual(new Map([...tables].toSorted(([a], [b]) => a - b)))
      }
    }),
    { numRuns: 12 },
  )
})

it('the status of tables is as the rules say after many concurrent actions', async () => {
  const ids = await Promise.all(Array.from({ length: TABLES }, async () => (await newTable(server)).id))
  const [orders, sessions]: [number[], string[]] = [[], []]
  const rounds = fc.sample(fc.array(fc.oneof(...guestAndBoardActions), { minLength: 25, maxLength: 25 }), 8)

  async function act(action: Action): Promise<number> {
    const tableId = 'table' in action ? ids[action.table % TABLES] : 0
    const order = 'order' in action ? `/api/orders/${orders.at(-1 - action.order) ?? 0}` : ''
    const session =
      'session' in action ? `/api/shared-sessions/${sessions.at(-1 - action.session) ?? 'x'.repeat(24)}` : ''
    switch (action.kind) {
      case 'place': {
        const placed = await server.call('POST', '/api/orders', takeaway(server, { tableId: tableId ?? 0 }))
        orders.push(placed.json<PlacedOrder>().id)
        return placed.statusCode
      }
      case 'joinWithoutPhone':
        sessions.push((await joinWithoutPhone(tableId ?? 0)).joined.id)
        return 201
      case 'joinWithPhone':
        sessions.push(await joinWithPhone(tableId ?? 0))
        return 201
      case 'setStatus':
        return (await server.asOwner('PATCH', order, { status: action.status })).statusCode
      case 'move':
        return (await server.asOwner('PATCH', order, { tableId })).statusCode
      case 'end':
        return (await server.asOwner('POST', `${session}/end`)).statusCode
      case 'moveSession':
        return (await server.asOwner('POST', `${session}/move`, { tableId })).statusCode
      default:
        throw new Error(`${action.kind} is not for concurrent runs`)
    }
  }

  for (const round of rounds) {
    const statuses = await Promise.all(round.map(act))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    const { rows } = await server.connection.db.execute(sql`
      select id, status from tables where id in ${ids} and (status = 'occupied') <> (
        exists (select 1 from orders where table_id = tables.id and status in ('pending', 'preparing', 'ready', 'delivered'))
        or exists (select 1 from shared_sessions join session_participants on session_id = shared_sessions.id
          where table_id = tables.id and status = 'active' and seen_at is not null))`)
    expect(rows).toEqual([])
  }
})
