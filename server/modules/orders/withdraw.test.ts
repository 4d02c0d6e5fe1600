import { describe, expect, it } from 'vitest'
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
