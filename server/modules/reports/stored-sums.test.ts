import type { PoolClient } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { poolOf } from '#server/db/connect.ts'
import { orderItems, orders, reportMonths } from '#server/db/schema/index.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { reportsFixture, testOrder, ZONE } from './fixtures/reports.ts'

const { insertOrders, report, server, setDayStart, sumPastMonths } = reportsFixture()

const storedMonths = () => server.connection.db.select({ month: reportMonths.month }).from(reportMonths)
const aprilFigures = async () => {
  const [part] = (await report('2024-04-01', '2024-04-30')).parts
  const { orders, revenue, cancelledOrders, takenOffQuantity } = part?.figures ?? {}
  return { orders, revenue, cancelledOrders, takenOffQuantity }
}

/** A connection of the orders' pool, released when the test ends. */
async function holdConnection(): Promise<PoolClient> {
  const client = await poolOf(server.connection.db)?.connect()
  if (!client) throw new Error('no connection')
  onTestFinished(() => client.release(true))
  return client
}

/** Resolves when a connection waits for an advisory lock. */
async function waitForAdvisoryLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await server.connection.live.execute(
        "select 1 from pg_locks where locktype = 'advisory' and not granted",
      )
      return rows.length
    })
    .toBe(1)
}

describe('the stored sums of a month', () => {
  it('are read instead of the orders, and removed when one of the orders changes', async () => {
    await setDayStart('04:00')
    const openOrder = testOrder('2024-04-10T10:00:00Z', {
      status: 'pending',
      lines: [
        { dish: 0, name: 'Bean soup', quantity: 2, removedQuantity: 0, price: 0 },
        { dish: 1, name: 'Pizza', quantity: 1, removedQuantity: 0, price: 4200 },
      ],
    })
    await insertOrders([openOrder, testOrder('2024-04-11T10:00:00Z'), testOrder('2024-05-11T10:00:00Z')])
    await sumPastMonths()
    expect(await storedMonths()).toEqual([{ month: '2024-04' }, { month: '2024-05' }])
    const initial = { orders: 2, revenue: 9900, cancelledOrders: 0, takenOffQuantity: 0 }
    expect(await aprilFigures()).toEqual(initial)

    const [order] = await server.connection.db.select().from(orders).orderBy(orders.id)
    const change = (url: string, body: object) => server.asOwner('PATCH', url, body)
    const [line] = await server.connection.db.select().from(orderItems).orderBy(orderItems.id)
    // The line costs nothing, so the order's total stays.
    await change(`/api/orders/${order?.id}/items/${line?.id}`, { quantity: 1 })
    expect(await storedMonths()).toEqual([{ month: '2024-05' }])
    expect(await aprilFigures()).toEqual({ ...initial, takenOffQuantity: 1 })
    await sumPastMonths()
    expect(await aprilFigures()).toEqual({ ...initial, takenOffQuantity: 1 })

    await change(`/api/orders/${order?.id}`, { status: 'cancelled' })
    expect(await aprilFigures()).toEqual({ orders: 1, revenue: 5700, cancelledOrders: 1, takenOffQuantity: 0 })
    await sumPastMonths()
    await change(`/api/orders/${order?.id}`, { status: 'completed' })
    expect(await aprilFigures()).toEqual({ ...initial, takenOffQuantity: 1 })

    // A change that does not affect the sums removes none.
    await sumPastMonths()
    await server.asOwner('POST', `/api/orders/${order?.id}/erase`)
    expect(await storedMonths()).toHaveLength(2)
    await server.connection.db.delete(orders)
    expect(await storedMonths()).toEqual([])
  })

  it('include a change that was in progress when the month was summed', async () => {
    await setDayStart('04:00')
    await insertOrders([testOrder('2024-04-10T10:00:00Z'), testOrder('2024-04-11T10:00:00Z')])
    const [earlier, later] = await Promise.all([holdConnection(), holdConnection()])
    await earlier.query('begin')
    await earlier.query("update orders set status = 'cancelled' where created_at = '2024-04-10T10:00:00Z'")
    await earlier.query('set constraints all immediate')
    const summing = sumPastMonths()
    await waitForAdvisoryLock()
    await earlier.query('commit')
    await summing
    expect(await storedMonths()).toEqual([{ month: '2024-04' }])
    expect(await aprilFigures()).toMatchObject({ orders: 1, cancelledOrders: 1 })

    // A change that begins before the summing and commits after it removes the sums.
    await server.connection.db.delete(reportMonths)
    await later.query('begin')
    await later.query("update orders set status = 'completed' where created_at = '2024-04-10T10:00:00Z'")
    await sumPastMonths()
    expect(await storedMonths()).toEqual([{ month: '2024-04' }])
    await later.query('commit')
    expect(await storedMonths()).toEqual([])
    expect(await aprilFigures()).toMatchObject({ orders: 2, cancelledOrders: 0 })
  })

  it('are stored only three days after the end of the month, by the clock of the database', async () => {
    await setDayStart('04:00')
    const today = localTime(new Date(), ZONE).day
    const thisMonth = `${today.slice(0, 7)}-01T12:00:00Z`
    await insertOrders([testOrder('2024-04-10T10:00:00Z'), testOrder(thisMonth)])
    server.clock.set(new Date(Date.now() + 400 * 86_400_000))
    await sumPastMonths()
    server.clock.set(new Date())
    const months = (await storedMonths()).map(({ month }) => month)
    expect(months).toContain('2024-04')
    expect(months).not.toContain(today.slice(0, 7))
  })
})
