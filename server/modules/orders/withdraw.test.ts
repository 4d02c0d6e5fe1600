import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { removeOver } from '#server/db/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'

const server = testServer({ guestWritesPerMinute: 0 })

describe('asking whether an order arrived', () => {
  const withdraw = (key?: string) =>
    server.call('POST', '/api/orders/withdraw', undefined, key ? { headers: { 'idempotency-key': key } } : {})
  const place = (key: string) =>
    server.call('POST', '/api/orders', takeaway(server), { headers: { 'idempotency-key': key } })

  it('returns the response to one that did', async () => {
    const placed = (await place('it arrived')).json()
    expect((await withdraw('it arrived')).json()).toEqual({ placed })
    expect((await place('it arrived')).json()).toEqual(placed)
  })

  it('withdraws one that did not: it is refused when it comes late, and the question can be repeated', async () => {
    for (let i = 0; i < 2; i++) expect((await withdraw('it is late')).json()).toEqual({ placed: null })
    const late = await place('it is late')
    expect([late.statusCode, late.json().code]).toEqual([409, 'key_reused'])
    expect((await withdraw()).statusCode).toBe(400)
  })

  it('at the same moment as the order, has one answer', async () => {
    for (let i = 0; i < 10; i++) {
      const key = `at once ${i}`
      const [placed, asked] = await Promise.all([place(key), withdraw(key)])
      expect(asked.json().placed).toEqual(placed.statusCode === 201 ? placed.json() : null)
    }
  })
})

describe('withdrawing', () => {
  const limited = testServer({ guestWritesPerMinute: 3 })
  const withdraw = (key: string, remoteAddress = '10.8.0.1', cookie = '') =>
    limited.call('POST', '/api/orders/withdraw', undefined, {
      remoteAddress,
      headers: { 'idempotency-key': key, ...(cookie && { cookie }) },
    })
  const stored = async () =>
    (await limited.connection.db.execute(sql`select key from idempotency_keys where shows = 'withdrawal'`)).rows.length

  it('counts as a guest’s write if it stores something, and finds what is stored beyond the limit', async () => {
    const order = await limited.call('POST', '/api/orders', takeaway(limited), {
      remoteAddress: '10.8.0.1',
      headers: { 'idempotency-key': 'arrived' },
    })
    const statuses = []
    for (const key of ['one', 'two', 'two', 'two', 'three']) statuses.push((await withdraw(key)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    expect(await stored()).toBe(2)
    expect((await withdraw('arrived')).json()).toEqual({ placed: order.json() })
    expect((await withdraw('three', '10.8.0.2')).statusCode).toBe(200)
    for (let i = 0; i < 5; i++) expect((await withdraw(`owner ${i}`, '10.8.0.3', limited.owner)).statusCode).toBe(200)
  })

  it('is refused before anything is read, after ten times as many requests', async () => {
    const statuses = []
    for (let i = 0; i < 31; i++) statuses.push((await withdraw('one', '10.8.0.4')).statusCode)
    expect([new Set(statuses.slice(0, 30)), statuses.at(-1)]).toEqual([new Set([200]), 429])
  })

  it('is forgotten after an hour, responses after a week', async () => {
    await limited.connection.db.execute(sql`delete from idempotency_keys`)
    const now = new Date()
    const keyed = { remoteAddress: '10.8.0.6', headers: { 'idempotency-key': 'a week' } }
    await limited.call('POST', '/api/orders', takeaway(limited), keyed)
    await withdraw('an hour', '10.8.0.6')
    const keysAfter = async (minutes: number) => {
      await removeOver(limited.connection.db, new Date(now.getTime() + minutes * 60_000), 'Europe/Bucharest')
      const { rows } = await limited.connection.db.execute(sql`select key from idempotency_keys order by key`)
      return rows.map(({ key }) => String(key).split(' ').slice(1).join(' '))
    }
    expect(await keysAfter(59)).toEqual(['a week', 'an hour'])
    expect(await keysAfter(62)).toEqual(['a week'])
    expect(await keysAfter(7 * 24 * 60 + 2)).toEqual([])
  })
})
