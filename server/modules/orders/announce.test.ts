import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { ORDER_TOPIC } from './repo.ts'

const server = testServer()

/** Another instance. */
let listener: pg.Client
const heard: unknown[] = []
const announcementOf = (id: number) => ({ topic: ORDER_TOPIC, id })

beforeAll(async () => {
  listener = new pg.Client({ connectionString: server.connection.server.url() })
  await listener.connect()
  listener.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload)))
  await listener.query('listen masa')
})
afterAll(() => listener.end())

async function place(key: string): Promise<number> {
  const headers = { 'idempotency-key': key }
  const response = await server.call('POST', '/api/orders', takeaway(server), { headers })
  return response.json<PlacedOrder>().id
}

it('each of many simultaneous orders is announced once', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, (_, i) => place(`many ${i}`)))
  await vi.waitFor(() => expect(heard).toHaveLength(30), 10_000)
  expect(new Set(heard)).toEqual(new Set(ids.map(announcementOf)))
})

it('a repeated request does not announce its order again', async () => {
  const id = await place('repeated')
  await vi.waitFor(() => expect(heard).toContainEqual(announcementOf(id)), 10_000)
  heard.length = 0
  expect(await place('repeated')).toBe(id)
  const next = await place('after it')
  await vi.waitFor(() => expect(heard).toEqual([announcementOf(next)]), 10_000)
})
