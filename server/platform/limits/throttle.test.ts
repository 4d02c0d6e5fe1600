import type { FastifyRequest } from 'fastify'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { type People, signInPeople } from '#server/testing/users.ts'
import { DUTY_WRITES_PER_MINUTE, throttle } from './throttle.ts'

describe('throttle', () => {
  /** Sends three requests from each of some /64s. @returns how many were accepted */
  const acceptedFrom = async (check: ReturnType<typeof throttle>, first: number, networks: number) => {
    let accepted = 0
    for (let i = 0; i < 3 * networks; i++) {
      const ip = `2001:db8:9:${(first + (i % networks)).toString(16)}::1`
      await check({ ip } as FastifyRequest).then(
        () => accepted++,
        () => {},
      )
    }
    return accepted
  }

  it('counts four times the limit for a /56 and sixteen times for a /48, for neither what a narrower one refuses', async () => {
    const check = throttle(2, 60_000)
    expect(await acceptedFrom(check, 0x100, 1)).toBe(2)
    expect(await acceptedFrom(check, 0x101, 8)).toBe(6)
    for (const first of [0x200, 0x300]) expect(await acceptedFrom(check, first, 8)).toBe(8)
    expect(await acceptedFrom(check, 0x400, 1)).toBe(2)
    expect(await acceptedFrom(check, 0x500, 8)).toBe(6)
    expect(await acceptedFrom(check, 0x600, 8)).toBe(0)
    await check({ ip: '2001:db8:a::1' } as FastifyRequest)
  })

  it('opens again after its window when the clock is set back', async () => {
    const check = throttle(1, 50)
    const request = { ip: '192.0.2.9' } as FastifyRequest
    await check(request)
    await expect(check(request)).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 1 })
    const setBack = Date.now() - 2 * 60 * 60_000
    vi.spyOn(Date, 'now').mockReturnValue(setBack)
    try {
      await vi.waitFor(() => check(request))
    } finally {
      vi.restoreAllMocks()
    }
  })
})

describe('the throttle of guests’ writes', () => {
  const server = testServer({ guestWritesPerMinute: 2, trustProxy: true })
  const unlimited = testServer({ guestWritesPerMinute: 0 })
  const place = async (from: string, headers: Record<string, string> = {}, at = server) =>
    (await at.call('POST', '/api/orders', takeaway(at), { headers: { 'x-forwarded-for': from, ...headers } }))
      .statusCode

  it('counts the orders of an address (for IPv6, of its network), but no repeats and none of owners', async () => {
    const key = { 'idempotency-key': 'first' }
    expect([await place('192.0.2.1', key), await place('192.0.2.1', key), await place('192.0.2.1')]).toEqual([
      201, 201, 201,
    ])
    expect([await place('192.0.2.1'), await place('192.0.2.1', key)]).toEqual([429, 201])
    expect(await place('192.0.2.1', { cookie: server.owner })).toBe(201)
    expect(await place('192.0.2.2')).toBe(201)
    const ofOneNetwork = [await place('2001:db8::1'), await place('2001:db8::2'), await place('2001:db8::3')]
    expect(ofOneNetwork).toEqual([201, 201, 429])
  })

  it('is off with a limit of 0', async () => {
    for (let i = 0; i < 5; i++) expect(await place('192.0.2.1', {}, unlimited)).toBe(201)
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
