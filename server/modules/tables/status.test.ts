import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { orderStatusChanges, tables } from '#server/db/schema/index.ts'
import { openTestSocket } from '#server/testing/phone.ts'
import { newTable, seat, signInPeople, tableStatus } from '#server/testing/users.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { orderUpdate, tablesFixture } from './fixtures/tables.ts'

const { changeOrder, fetchOrder, placeAt, server, setStatus, url } = tablesFixture()

describe('setting the status of a table manually', () => {
  it('allows all three statuses, also reserved and occupied for an unused table', async () => {
    const { id } = await newTable(server)
    for (const status of ['reserved', 'occupied', 'available', 'available'] as const) {
      const response = await setStatus(id, status)
      expect([response.statusCode, response.json().status, await tableStatus(server, id)]).toEqual([
        200,
        status,
        status,
      ])
    }
  })

  it('to reserved lasts when the last order ends', async () => {
    const { id } = await newTable(server)
    const order = await placeAt(id)
    await setStatus(id, 'reserved')
    await changeOrder(order.id, { status: 'cancelled' })
    expect(await tableStatus(server, id)).toBe('reserved')
  })

  it('to available ends the session and completes delivered orders; earlier ones stay open', async () => {
    const { id } = await newTable(server)
    const [ana] = await seat(url(), id, ['Ana'])
    const placed = [await placeAt(id), await placeAt(id), await placeAt(id), await placeAt(id)]
    const statuses = ['delivered', 'ready', 'cancelled', 'delivered'] as const
    for (const [i, status] of statuses.entries()) await changeOrder(placed[i]?.id ?? 0, { status })
    const board = await openTestSocket(url(), { cookie: server.owner })
    expect((await setStatus(id, 'available')).json().status).toBe('available')
    expect(await tableStatus(server, id)).toBe('available')
    expect((await ana.frame('ERROR')).payload.code).toBe('session_closed')
    const after = await Promise.all(placed.map((order) => fetchOrder(order.id)))
    expect(after.map((order) => order?.status)).toEqual(['completed', 'ready', 'cancelled', 'completed'])
    const history = await server.connection.db
      .select()
      .from(orderStatusChanges)
      .where(eq(orderStatusChanges.orderId, placed[0]?.id ?? 0))
    expect(history.at(-1)).toMatchObject({ status: 'completed', username: 'boss' })
    await board.waitForFrames(
      { type: 'CHANGED', payload: { area: 'tables' } },
      { type: 'CHANGED', payload: { area: 'sessions' } },
      ...[placed[0], placed[3]].map((order) => orderUpdate({ id: order?.id, status: 'completed' })),
    )
    board.socket.close()
    // The remaining order stays open; when it ends, the table becomes available.
    await changeOrder(placed[1]?.id ?? 0, { status: 'completed' })
    expect(await tableStatus(server, id)).toBe('available')
  })
})

describe('a reservation', () => {
  const setTo = (id: number, body: object) => server.asOwner('PATCH', `/api/tables/${id}/status`, body)
  const AT = '2026-11-24T17:30:00.000Z'
  const reserve = async (id: number, more: object = { reservedFor: { name: 'Ionescu', at: AT } }) =>
    (await setTo(id, { status: 'reserved', ...more })).json()

  it('is seen by owners and the floor, and not by guests', async () => {
    const { id } = await newTable(server)
    const { floor } = await signInPeople(server)
    expect(await reserve(id)).toMatchObject({ status: 'reserved', reservedFor: { name: 'Ionescu', at: AT } })
    const listed = async (path: string, cookie = '') =>
      (await server.call('GET', path, undefined, { headers: { cookie } }))
        .json<Table[]>()
        .find((table) => table.id === id)
    for (const [path, cookie] of [
      ['/api/tables', server.owner],
      ['/api/floor', floor],
    ] as const)
      expect((await listed(path, cookie))?.reservedFor).toEqual({ name: 'Ionescu', at: AT })
    for (const cookie of ['', floor]) expect(await listed('/api/tables', cookie)).not.toHaveProperty('reservedFor')
  })

  it('may be known in parts, is changed by the next one, and is gone with the status', async () => {
    const { id } = await newTable(server)
    expect(await reserve(id)).toMatchObject({ reservedFor: { name: 'Ionescu', at: AT } })
    expect(await reserve(id, { reservedFor: { name: ' Pop ' } })).toMatchObject({
      reservedFor: { name: 'Pop', at: null },
    })
    expect(await reserve(id, { reservedFor: { name: '', at: null } })).toMatchObject({ reservedFor: null })
    const stored = async () => {
      const [row] = await server.connection.db.select().from(tables).where(eq(tables.id, id))
      return [row?.status, row?.reservedFor]
    }
    await reserve(id)
    const order = await placeAt(id)
    expect(await stored()).toEqual(['occupied', null])
    await changeOrder(order.id, { status: 'cancelled' })
    await reserve(id)
    expect((await setTo(id, { status: 'available', reservedFor: { name: 'Pop' } })).json().reservedFor).toBeNull()
    expect(await stored()).toEqual(['available', null])
  })
})
