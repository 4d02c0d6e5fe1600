import fastify from 'fastify'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { type People, signInPeople } from '#server/testing/users.ts'
import type { AppError } from '../app-error.ts'
import { DUTY_WRITES_PER_MINUTE, registerThrottling, throttleWrites } from './throttle.ts'

describe('throttle', () => {
  const server = testServer({ guestWritesPerMinute: 100_000, trustProxy: true })

  /** Sends a write of `bytes` from `ip`. Resolves to the seconds of Retry-After, or undefined if it is accepted. */
  type Write = (bytes: number, ip?: string) => Promise<number | undefined>

  /** Starts a server that has these limits per address. */
  async function throttledServer(maxRequests: number, bytesPerHour: number): Promise<Write> {
    const app = fastify({ trustProxy: true })
    await registerThrottling(app)
    const throttle = throttleWrites(app, maxRequests, bytesPerHour)
    app.post<{ Params: { bytes: string } }>('/:bytes', async (request) => {
      const error = await throttle(request, Number(request.params.bytes)).then(
        () => undefined,
        (thrown: AppError) => thrown,
      )
      return { code: error?.code, retryAfter: error?.retryAfter }
    })
    return async (bytes, ip = '10.0.0.1') => {
      const response = await app.inject({ method: 'POST', url: `/${bytes}`, headers: { 'x-forwarded-for': ip } })
      const { code, retryAfter } = response.json<{ code?: string; retryAfter?: number }>()
      expect(code).toBe(retryAfter === undefined ? undefined : 'too_many_requests')
      return retryAfter
    }
  }

  let write: Write
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    write = await throttledServer(1000, 3600)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('the byte limit allows a burst of its hourly number of bytes, and is refilled continuously', async () => {
    expect(await write(3000)).toBeUndefined()
    expect(await write(700)).toBe(100)
    // A rejected request is not counted, and one that is small enough is still accepted.
    expect(await write(600)).toBeUndefined()
    expect(await write(1)).toBe(1)
    vi.advanceTimersByTime(600_000)
    expect(await write(601)).toBe(1)
    expect(await write(600)).toBeUndefined()
    vi.advanceTimersByTime(24 * 3600_000)
    expect([await write(3600), await write(1)]).toEqual([undefined, 1])
  })

  it('the byte limit is separate for each address (for IPv6, each network), and allows requests of 0 bytes', async () => {
    expect([await write(3600), await write(0), await write(3600, '10.0.0.2')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    // IPv6 addresses of one /64 network count as one address.
    expect([await write(3600, '2001:db8::1'), await write(1, '2001:db8::2')]).toEqual([undefined, 1])
  })

  it('throttling is turned off by a limit of 0 requests', async () => {
    const unlimited = await throttledServer(0, 10)
    expect(await unlimited(1000)).toBeUndefined()
  })

  it('the byte limit counts guests’ orders by their size, but no orders of owners and no repeated requests', async () => {
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
    // A wrong total makes each order fail after the throttle check, so the limit is used up without storing orders.
    const exhaustLimit = async () => {
      do statuses.push((await place(order(1))).statusCode)
      while (statuses.length < 600 && statuses.at(-1) !== 429)
      return place(order(285_000))
    }
    let rejected = await exhaustLimit()
    expect(statuses.length).toBeGreaterThan(300)
    // The limit is refilled all the time: on a busy machine by one more order.
    if (rejected.statusCode === 201) rejected = await exhaustLimit()
    expect([rejected.statusCode, rejected.json().code]).toEqual([429, 'too_many_requests'])
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    expect((await place(order(285_000), key)).statusCode).toBe(201)
    expect((await place(order(285_000), { cookie: server.owner })).statusCode).toBe(201)
    expect((await place(order(285_000), { 'x-forwarded-for': '192.0.2.2' })).statusCode).toBe(201)
  })
})

describe('throttle duties', () => {
  const server = testServer({ guestWritesPerMinute: 1 })
  const unlimited = testServer({ guestWritesPerMinute: 0 })

  type Target = typeof server
  const call = (target: Target, cookie: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string) =>
    target.call(method, path, method === 'GET' ? undefined : {}, { headers: { cookie } })
  const UNKNOWN = '/api/orders/999999/seen'
  /** Sends as many writes as a user may send in a minute; no order has the id. */
  async function useUp(target: Target, cookie: string): Promise<void> {
    for (let sent = 0; sent < DUTY_WRITES_PER_MINUTE; sent += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => call(target, cookie, 'POST', UNKNOWN)))
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
    }
  }

  describe('the writes of a user with a duty', () => {
    let people: People
    beforeAll(async () => {
      people = await signInPeople(server)
    })

    it('are limited for each user, over all endpoints that need a duty; reads are not', async () => {
      expect(DUTY_WRITES_PER_MINUTE % 50).toBe(0)
      await useUp(server, people.floor)
      const refused = await call(server, people.floor, 'POST', UNKNOWN)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
      const retryAfter = Number(refused.headers['retry-after'])
      expect(retryAfter).toBeGreaterThan(0)
      expect(retryAfter).toBeLessThanOrEqual(60)
      const statusOf = async (...request: [string, 'GET' | 'POST' | 'PATCH' | 'DELETE', string]) =>
        (await call(server, ...request)).statusCode
      expect(await statusOf(people.floor, 'PATCH', '/api/orders/999999')).toBe(429)
      expect(await statusOf(people.floor, 'DELETE', '/api/tables/1/calls/999999')).toBe(429)
      expect(await statusOf(people.floor, 'GET', '/api/orders')).toBe(200)
      expect(await statusOf(people.floor, 'POST', '/api/menu')).toBe(403)
      for (const person of ['kitchen', 'both', 'owner'] as const)
        expect(await statusOf(people[person], 'POST', UNKNOWN)).toBe(404)
    })

    it('of owners are not limited', async () => {
      await useUp(server, people.owner)
      expect((await call(server, people.owner, 'POST', UNKNOWN)).statusCode).toBe(404)
    })

    it('are not limited where the limit of guests is switched off', async () => {
      const { kitchen } = await signInPeople(unlimited)
      await useUp(unlimited, kitchen)
      expect((await call(unlimited, kitchen, 'POST', UNKNOWN)).statusCode).toBe(404)
    })
  })
})
