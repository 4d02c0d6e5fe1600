import fastify from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import type { AppError } from '../app-error.ts'
import { allowThrottling, throttleWrites } from './throttle.ts'

const server = testServer({ guestWritesPerMinute: 100_000, trustProxy: true })

/** Writes bytes from an address. Returns the seconds of Retry-After, or nothing where they are accepted. */
type Write = (bytes: number, ip?: string) => Promise<number | undefined>

/** A server on which anybody may write, with this limit. */
async function limited(most: number, bytesAnHour: number): Promise<Write> {
  const app = fastify({ trustProxy: true })
  await allowThrottling(app)
  const throttle = throttleWrites(app, most, bytesAnHour)
  app.post<{ Params: { bytes: string } }>('/:bytes', async (request) => {
    const refused = await throttle(request, Number(request.params.bytes)).then(
      () => undefined,
      (error: AppError) => error,
    )
    return { code: refused?.code, wait: refused?.retryAfter }
  })
  return async (bytes, ip = '10.0.0.1') => {
    const answer = await app.inject({ method: 'POST', url: `/${bytes}`, headers: { 'x-forwarded-for': ip } })
    const { code, wait } = answer.json<{ code?: string; wait?: number }>()
    expect(code).toBe(wait === undefined ? undefined : 'too_many_requests')
    return wait
  }
}

let write: Write
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  write = await limited(1000, 3600)
})
afterEach(() => {
  vi.useRealTimers()
})

it('lets an address write its bytes at once, and as many again in each hour', async () => {
  expect(await write(3000)).toBeUndefined()
  expect(await write(700)).toBe(100)
  // A refused request is not counted, and one that is small enough still goes through.
  expect(await write(600)).toBeUndefined()
  expect(await write(1)).toBe(1)
  vi.advanceTimersByTime(600_000)
  expect(await write(601)).toBe(1)
  expect(await write(600)).toBeUndefined()
  vi.advanceTimersByTime(24 * 3600_000)
  expect([await write(3600), await write(1)]).toEqual([undefined, 1])
})

it('counts each address alone, and ignores requests without a size', async () => {
  expect([await write(3600), await write(0), await write(3600, '10.0.0.2')]).toEqual([undefined, undefined, undefined])
  // All addresses of a customer with IPv6 are one.
  expect([await write(3600, '2001:db8::1'), await write(1, '2001:db8::2')]).toEqual([undefined, 1])
})

it('is off where writes are not limited', async () => {
  const unlimited = await limited(0, 10)
  expect(await unlimited(1000)).toBeUndefined()
})

it('orders are counted by their size, but not an owner’s, and not one that was answered before', async () => {
  vi.useRealTimers()
  const notes = '語'.repeat(2000)
  const items = Array.from({ length: 100 }, (_, i) => ({
    menuItemId: server.soup,
    quantity: 1,
    notes: notes.slice(i * 20, i * 20 + 20),
  }))
  const order = (total: number) => takeaway(server, { items, total })
  const place = (body: unknown, headers: Record<string, string> = {}) =>
    server.call('POST', '/api/orders', body, { headers: { 'x-forwarded-for': '192.0.2.1', ...headers } })
  const key = { 'idempotency-key': 'first' }
  expect((await place(order(285_000), key)).statusCode).toBe(201)
  const statuses: number[] = []
  // Each is refused for its total: the allowance is checked before, and the disk of this test stays small.
  while (statuses.length < 600 && statuses.at(-1) !== 429) statuses.push((await place(order(1))).statusCode)
  expect(statuses.length).toBeGreaterThan(300)
  const refused = await place(order(285_000))
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await place(order(285_000), key)).statusCode).toBe(201)
  expect((await place(order(285_000), { cookie: server.owner })).statusCode).toBe(201)
  expect((await place(order(285_000), { 'x-forwarded-for': '192.0.2.2' })).statusCode).toBe(201)
})
