import { sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '#server/db/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import type { Log } from '#server/platform/log.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { createBoardNotifier, createUsualTimes } from './live.ts'

it('manyChanged sends the Orders tabs one ORDERS_CHANGED after a series of calls, and another after the next call', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const toStaff = vi.fn()
  const { manyChanged } = createBoardNotifier({} as Database, { toStaff } as unknown as Hub, {} as Clock, {} as Log)
  for (let step = 0; step < 30; step++) {
    manyChanged()
    await vi.advanceTimersByTimeAsync(200)
  }
  expect(toStaff).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(toStaff.mock.calls).toEqual([[{ type: 'ORDERS_CHANGED' }, expect.any(Function)]])
  manyChanged()
  await vi.advanceTimersByTimeAsync(1000)
  expect(toStaff).toHaveBeenCalledTimes(2)
})

const server = testServer()
const log = { warn: vi.fn() } as unknown as Parameters<typeof createUsualTimes>[2]
const NOW = new Date('2026-11-21T18:00:00Z')
const MINUTE_MS = 60_000
const at = (now = NOW) => ({ now: () => now })
const times = (now?: Date) => createUsualTimes(server.connection.reports, at(now), log)()

interface Past {
  diningOption?: 'dine-in' | 'takeaway'
  status?: string
  daysAgo?: number
  /** Null for an order that was never ready. */
  minutes: number | null
}

/** Adds orders of the past. */
async function addPast(count: number, { diningOption = 'takeaway', status = 'completed', daysAgo = 1, minutes }: Past) {
  const placedAt = new Date(NOW.getTime() - daysAgo * 24 * 60 * MINUTE_MS)
  const readyAt = minutes === null ? null : new Date(placedAt.getTime() + minutes * MINUTE_MS)
  await server.connection.db.execute(sql`
    insert into orders (customer_name, phone_number, dining_option, status, total, currency, token_hash, search_text,
      created_at, updated_at, ready_at)
    select 'Ana', '40712345678', ${diningOption}, ${status}, 100, 'lei', 'x', '', ${placedAt.toISOString()},
      ${placedAt.toISOString()}, ${readyAt?.toISOString() ?? null} from generate_series(1, ${count}::int)`)
}

describe('the usual time until an order is ready', () => {
  it('is the median of at least 20 orders of the last 30 days by dining option, in steps of five minutes', async () => {
    await addPast(19, { minutes: 18 })
    // None of these orders counts.
    await addPast(30, { minutes: 1, status: 'cancelled' })
    await addPast(30, { minutes: 1, daysAgo: 31 })
    await addPast(30, { minutes: null })
    await addPast(21, { minutes: 2, diningOption: 'dine-in' })
    expect(await times()).toEqual({ 'dine-in': 5 })
    await addPast(1, { minutes: 90 })
    expect(await times()).toEqual({ 'dine-in': 5, takeaway: 20 })
    await addPast(30, { minutes: 33 })
    expect(await times()).toEqual({ 'dine-in': 5, takeaway: 35 })
  })

  it('is read once an hour, by nobody else’s waiting, and stays as it was when the database fails', async () => {
    let now = NOW
    const { reports } = server.connection
    const read = vi.spyOn(reports.$client, 'query')
    const usual = createUsualTimes(reports, { now: () => now }, log)
    const first = await usual()
    await Promise.all([usual(), usual()])
    expect(read).toHaveBeenCalledTimes(1)
    now = new Date(NOW.getTime() + 60 * MINUTE_MS)
    read.mockImplementation(() => Promise.reject(new Error('the database is gone')))
    expect(await usual()).toBe(first)
    expect(read).toHaveBeenCalledTimes(2)
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(1))
    expect(await usual()).toBe(first)
    expect(read).toHaveBeenCalledTimes(2)
    read.mockRestore()
  })

  it('reaches the guest who watches an order, with the reply alone', async () => {
    await addPast(40, { minutes: 20, daysAgo: 0 })
    await server.connection.db.execute(sql`update orders set created_at = created_at + (now() - ${NOW.toISOString()}),
      ready_at = ready_at + (now() - ${NOW.toISOString()})`)
    const url = await listenUrl(server.app)
    const phone = await openTestSocket(url)
    const { id, orderToken } = (await server.call('POST', '/api/orders', takeaway(server))).json<PlacedOrder>()
    phone.socket.send(JSON.stringify({ type: 'WATCH_ORDER', payload: { orderId: id, token: orderToken } }))
    const readyIn = () =>
      phone.receivedFrames().map((frame) => (frame.type === 'ORDER_STATUS' ? frame.payload.readyIn : null))
    await vi.waitFor(() => expect(readyIn()).toEqual([expect.any(Number)]))
    await server.asOwner('PATCH', `/api/orders/${id}`, { status: 'preparing' })
    await vi.waitFor(() => expect(readyIn()).toEqual([expect.any(Number), undefined]))
  })
})
