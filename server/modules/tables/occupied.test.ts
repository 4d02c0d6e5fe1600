import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, Phone } from '#server/testing/phone.ts'
import { newTable } from '#server/testing/users.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { ORDER_STATUSES } from '#shared/domain/orders/order.ts'

const server = testServer()
const TABLES = 3

const anyIndex = fc.nat({ max: 9 })
const action = fc.oneof(
  fc.record({ kind: fc.constant('place' as const), table: anyIndex }),
  fc.record({ kind: fc.constant('setStatus' as const), order: anyIndex, status: fc.constantFrom(...ORDER_STATUSES) }),
  fc.record({ kind: fc.constant('move' as const), order: anyIndex, table: anyIndex }),
  fc.record({ kind: fc.constant('joinWithoutPhone' as const), table: anyIndex }),
  fc.record({ kind: fc.constant('joinWithPhone' as const), table: anyIndex }),
  fc.record({ kind: fc.constant('end' as const), session: anyIndex }),
  fc.record({ kind: fc.constant('moveSession' as const), session: anyIndex, table: anyIndex }),
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

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

it('the status of tables is as the rules say after many concurrent actions', async () => {
  const ids = await Promise.all(Array.from({ length: TABLES }, async () => (await newTable(server)).id))
  const [orders, sessions]: [number[], string[]] = [[], []]
  const rounds = fc.sample(fc.array(action, { minLength: 25, maxLength: 25 }), 3)

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
