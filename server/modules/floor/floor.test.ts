import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket, Phone, WAIT_OPTIONS } from '#server/testing/phone.ts'
import { newTable, seat } from '#server/testing/users.ts'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer()
let url = ''
let table = { id: 0, number: 0 }
const start = new Date('2026-11-21T18:00:00.000Z')
beforeAll(async () => {
  url = await listenUrl(server.app)
})
beforeEach(async () => {
  server.clock.set(start)
  table = await newTable(server)
})
const floor = async () => (await server.asOwner('GET', '/api/floor')).json<FloorTable[]>()
const tableOnFloor = async () => (await floor()).find(({ id }) => id === table.id)
const placeAt = async (tableId: number) =>
  (await server.call('POST', '/api/orders', takeaway(server, { tableId }))).json<PlacedOrder>()
const setStatus = (order: PlacedOrder | undefined, status: string) =>
  server.asOwner('PATCH', `/api/orders/${order?.id}`, { status })
const setTimeAfterStart = (ms: number) => server.clock.set(new Date(start.getTime() + ms))
const FREE = {
  status: 'available',
  reservable: true,
  reservation: null,
  seated: null,
  since: null,
  orders: 0,
  ready: 0,
  total: 0,
  calls: [],
  session: null,
}

describe('GET /api/floor', () => {
  it('lists every table by number, also the free ones, without keys', async () => {
    const listed = await floor()
    expect(listed.map(({ number }) => number)).toEqual(listed.map(({ number }) => number).toSorted((a, b) => a - b))
    expect(await tableOnFloor()).toEqual({ ...table, label: null, capacity: 4, ...FREE })
  })

  it('counts and adds up the open orders of a table, since the oldest of them', async () => {
    const orders = [await placeAt(table.id)]
    setTimeAfterStart(60_000)
    orders.push(await placeAt(table.id), await placeAt(table.id), await placeAt(table.id))
    await setStatus(orders[1], 'ready')
    await setStatus(orders[2], 'delivered')
    await setStatus(orders[3], 'cancelled')
    expect(await tableOnFloor()).toMatchObject({
      status: 'occupied',
      reservable: true,
      since: start.toISOString(),
      orders: 3,
      ready: 1,
      total: 3 * 5700,
    })
    await setStatus(orders[0], 'completed')
    expect(await tableOnFloor()).toMatchObject({ since: '2026-11-21T18:01:00.000Z', orders: 2, total: 2 * 5700 })
    await setStatus(orders[1], 'completed')
    await setStatus(orders[2], 'completed')
    expect(await tableOnFloor()).toMatchObject(FREE)
  })

  it('shows the session to which a phone has connected; the earlier of its start and the oldest order counts', async () => {
    const ana = new Phone(url)
    await ana.join(table.id, 'Ana')
    expect(await tableOnFloor()).toMatchObject(FREE)
    await ana.enter()
    expect(await tableOnFloor()).toMatchObject({
      since: start.toISOString(),
      session: { id: ana.joined.id },
      orders: 0,
    })
    setTimeAfterStart(120_000)
    await placeAt(table.id)
    expect(await tableOnFloor()).toMatchObject({ since: start.toISOString(), orders: 1 })
    // Dan has no connection, so the session no longer counts when Ana has left.
    await new Phone(url).join(table.id, 'Dan')
    await ana.leave()
    expect(await tableOnFloor()).toMatchObject({ since: '2026-11-21T18:02:00.000Z', session: null })
    ana.socket?.close()
  })

  it('shows no session that has expired', async () => {
    const [ana] = await seat(url, table.id, ['Ana'])
    setTimeAfterStart(90 * 60_000)
    expect(await tableOnFloor()).toMatchObject({ since: null, session: null })
    ana.socket?.close()
  })

  it('shows the open calls of a table, oldest first, and who is on the way', async () => {
    const call = async (kind: string, method?: string) =>
      (await server.call('POST', `/api/tables/${table.id}/calls`, { kind, method })).json<{ id: number }>()
    const bill = await call('bill', 'cash')
    setTimeAfterStart(1000)
    const waiter = await call('waiter')
    await server.asOwner('POST', `/api/tables/${table.id}/calls/${bill.id}/take`)
    expect((await tableOnFloor())?.calls).toEqual([
      { id: bill.id, kind: 'bill', method: 'cash', status: 'taken', takenBy: 'boss', at: start.toISOString() },
      { id: waiter.id, kind: 'waiter', method: null, status: 'open', takenBy: null, at: '2026-11-21T18:00:01.000Z' },
    ])
  })
})

it('FLOOR_CHANGED is sent for orders, sessions, calls and tables', async () => {
  const page = await openTestSocket(url, { cookie: server.owner })
  const count = () => page.receivedFrames().filter(({ type }) => type === 'FLOOR_CHANGED').length
  // Each change announces one thing only, so that no other change can stand in for it.
  const changes: (() => Promise<unknown>)[] = [
    () => server.call('POST', '/api/orders', takeaway(server)),
    () => server.call('POST', `/api/tables/${table.id}/calls`, { kind: 'waiter' }),
    () => server.call('POST', '/api/shared-sessions', { tableId: table.id, name: 'Ana' }),
    () => server.asOwner('PATCH', `/api/tables/${table.id}`, { capacity: 6 }),
    async () => {
      await server.connection.db.execute(sql`update orders set created_at = created_at - interval '2 days'`)
      return server.asOwner('POST', '/api/orders/complete-older', { before: '2026-11-20T18:00:00.000Z' })
    },
  ]
  for (const [i, change] of changes.entries()) {
    await change()
    await vi.waitFor(() => expect(count()).toBeGreaterThan(i), WAIT_OPTIONS)
  }
  page.socket.close()
})
