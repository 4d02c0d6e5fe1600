import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { orderStatusChanges } from '#server/db/schema/index.ts'
import { openTestSocket } from '#server/testing/phone.ts'
import { orderUpdate, tablesFixture } from '#server/testing/tables.ts'
import { newTable, seat, tableStatus } from '#server/testing/users.ts'

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
