import { describe, expect, it, vi } from 'vitest'
import { takeaway, testServer } from './testing/app.ts'
import { seatAtNewTable } from './testing/users.ts'

const server = testServer()
/** A text that ends with an unpaired surrogate. */
const HALF = 'ab\ud83e'
const KB = 1024

describe('receiving an unpaired surrogate', () => {
  it.each([
    ['a username', 'POST', '/api/register', { username: `u${HALF}`, password: 'parola1' }, 201],
    ['a username that signs in', 'POST', '/api/login', { username: HALF, password: 'parola1' }, 401],
    ['a password', 'POST', '/api/register', { username: 'half', password: `parola${HALF}` }, 201],
    ['a password that signs in', 'POST', '/api/login', { username: 'half', password: `parola${HALF}` }, 200],
    ['the number of a table', 'POST', '/api/shared-sessions', { tableId: HALF, name: 'Ana' }, 400],
    ['a participant’s name', 'POST', '/api/shared-sessions', { tableId: () => server.table, name: HALF }, 201],
  ])('does not fail in %s', async (_, method, url, body, status) => {
    const tableId = 'tableId' in body && typeof body.tableId === 'function' ? { tableId: body.tableId() } : {}
    const response = await server.call(method as 'POST', url, { ...body, ...tableId })
    expect([response.statusCode, response.body]).toEqual([status, expect.not.stringContaining('\\ud83e')])
  })

  it('stores the replacement character in the texts of an order', async () => {
    const items = [{ menuItemId: server.soup, quantity: 2, notes: HALF }]
    const body = takeaway(server, { items, customerName: HALF, notes: HALF, phoneNumber: `0712345678${HALF}` })
    const headers = { 'idempotency-key': 'half' }
    const [first, repeated] = [
      await server.call('POST', '/api/orders', body, { headers }),
      await server.call('POST', '/api/orders', body, { headers }),
    ]
    expect(first.json()).toMatchObject({ customerName: 'ab\ufffd', notes: 'ab\ufffd', items: [{ notes: 'ab\ufffd' }] })
    expect([repeated.statusCode, repeated.body]).toEqual([201, first.body])
  })

  it('does not fail in the notes of a shared cart', async () => {
    const [ana] = await seatAtNewTable(server, ['Ana'])
    ana.add(server.soup)
    await ana.waitForCart({ [server.soup]: 1 })
    ana.set(ana.lineOf(server.soup), 1, { notes: HALF })
    await vi.waitFor(() => expect(ana.cart()[0]?.notes).toBe('ab\ufffd'))
    ana.send({ type: 'WATCH_ORDER', payload: { orderId: 1, token: HALF }, ref: -1 })
    expect((await ana.frame('ERROR')).payload.code).toBe('order_not_yours')
    ana.ready()
    await ana.frame('ALL_READY')
    expect(await ana.complete({ notes: HALF })).toMatchObject({ status: 200, body: { notes: 'ab\ufffd' } })
  })

  it('does not fail for any byte in a header or a URL', async () => {
    const cookie = server.owner
    const strange = {
      cookie: `${cookie}; masa_guest=%ED%A0%80\u00ff; masa_device_x=%00`,
      'accept-language': '\u00ff\u0080',
    }
    const key = { 'idempotency-key': '\u00ff\u0080\u009f' }
    expect(
      (await server.call('POST', '/api/orders', takeaway(server), { headers: { ...strange, ...key } })).statusCode,
    ).toBe(201)
    for (const q of ['%ED%A0%80', '%00', '%CC%81'.repeat(1000), '%ff'])
      expect((await server.call('GET', `/api/orders?q=${q}`, undefined, { headers: strange })).statusCode).toBeLessThan(
        500,
      )
    for (const token of ['%ED%A0%80', '%00', '\u00ff'])
      expect(
        (await server.call('GET', '/api/user', undefined, { headers: { cookie: `masa_session=${token}` } })).statusCode,
      ).toBe(401)
  })
})

describe('the body limit of public endpoints', () => {
  it.each([
    ['/api/login', 4],
    ['/api/register', 4],
    ['/api/logout', 4],
    ['/api/shared-sessions', 4],
    [`/api/shared-sessions/${'k'.repeat(20)}/leave`, 4],
    [`/api/shared-sessions/${'k'.repeat(20)}/complete`, 16],
    ['/api/orders', 16],
  ])('of POST %s is %i KB', async (url, maxKb) => {
    const sendBody = (bytes: number) => server.call('POST', url, { x: 'x'.repeat(bytes - 8) })
    expect((await sendBody(maxKb * KB)).statusCode).not.toBe(413)
    expect((await sendBody(maxKb * KB + 1)).statusCode).toBe(413)
  })

  it('allows the largest valid input in any JSON encoding', async () => {
    const escaped = (text: string) =>
      text.replace(/[^ ]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
    const post = (url: string, payload: string) =>
      server.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })
    const [name, password] = [escaped('e\u0302\u0301'.repeat(50)), escaped('\u{1f958}'.repeat(100))]
    expect((await post('/api/register', `{"username":"${name}","password":"${password}"}`)).statusCode).toBe(201)
    expect((await post('/api/shared-sessions', `{"tableId":${server.table},"name":"${name}"}`)).statusCode).toBe(201)
    const notes = escaped('e\u0302\u0301'.repeat(500))
    const completed = await post(`/api/shared-sessions/${'k'.repeat(20)}/complete`, `{"notes":"${notes}"}`)
    expect(completed.json()).toMatchObject({ code: 'session_not_found' })
  })
})
