import { beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { takeaway, testServer } from '#server/testing/app.ts'
import { query as runQuery } from '#server/testing/databases.ts'
import { listenUrl, openTestSocket, type TestSocket } from '#server/testing/phone.ts'
import { listedOrder } from '#server/testing/users.ts'
import { MAX_FRAME_BURST, MAX_FRAME_BYTES } from '#shared/contracts/live.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { LISTENER_NAME } from './announcements.ts'

const server = testServer()
let url = ''
beforeAll(async () => {
  url = await listenUrl(server.app)
})

const open = (headers?: Record<string, string>, query?: string) => openTestSocket(url, headers, query)
const place = async () => (await server.call('POST', '/api/orders', takeaway(server))).json<PlacedOrder>()
const updates = ({ frames }: TestSocket) =>
  frames.flatMap((frame) => (frame.type === 'ORDER_UPDATE' ? [frame.payload] : []))

describe('/ws', () => {
  it('sends new and changed orders in full to owners only', async () => {
    const [board, guest] = [await open({ cookie: server.owner }), await open()]
    const order = await place()
    await vi.waitFor(() => expect(updates(board)).toEqual([listedOrder(order)]))
    await server.asOwner('PATCH', `/api/orders/${order.id}`, { status: 'ready' })
    await vi.waitFor(() => expect(updates(board).at(-1)).toMatchObject({ id: order.id, status: 'ready', version: 2 }))
    expect(updates(guest)).toEqual([])
    expect(JSON.stringify(board.frames)).not.toContain(order.orderToken)
  })

  it('sends each order of a burst at least once', async () => {
    const board = await open({ cookie: server.owner })
    const placed = await Promise.all(Array.from({ length: 20 }, place))
    await vi.waitFor(() =>
      expect(new Set(updates(board).map(({ id }) => id))).toEqual(new Set(placed.map(({ id }) => id))),
    )
  })

  it('notifies guests of changes of the menu and the settings', async () => {
    const guest = await open()
    await server.connection.db.execute(`update menu_items set price = price where id = ${server.soup}`)
    await vi.waitFor(() => expect(guest.frames).toContainEqual({ type: 'MENU_CHANGED' }))
    await server.asOwner('PATCH', '/api/settings', { ordersPaused: false })
    await vi.waitFor(() => expect(guest.frames).toContainEqual({ type: 'SETTINGS_CHANGED' }))
  })

  it('closes the sockets of a login session after the logout', async () => {
    const login = await server.call('POST', '/api/login', { username: 'boss', password: 'secret-boss' })
    const cookie = `masa_session=${login.cookies.find(({ name }) => name === 'masa_session')?.value}`
    const board = await open({ cookie })
    await server.call('POST', '/api/logout', undefined, { headers: { cookie } })
    await vi.waitFor(() => expect(board.closeCode()).toBe(4401))
    await place()
    expect(updates(board)).toEqual([])
  })

  it.each([
    ['text that is not JSON', 'hello'],
    ['JSON that is not a frame', '[1]'],
    ['a frame without a type', '{"payload":1}'],
    ['a frame over 16 KB', JSON.stringify({ type: 'X', payload: 'x'.repeat(MAX_FRAME_BYTES) })],
  ])('replies to %s with an ERROR in the guest’s language, and stays open', async (_, text) => {
    const guest = await open({ 'accept-language': 'ro' })
    guest.socket.send(text)
    await vi.waitFor(() =>
      expect(guest.frames).toContainEqual({
        type: 'ERROR',
        payload: { message: 'Cererea nu a putut fi citită', code: 'malformed_body' },
      }),
    )
    expect(guest.socket.readyState).toBe(WebSocket.OPEN)
  })

  it.each([
    ['the language in the URL', '?lang=ro', 'en', 'Cererea nu a putut fi citită'],
    ['the browser’s language if the one in the URL is unknown', '?lang=de', 'ro', 'Cererea nu a putut fi citită'],
    ['the browser’s language if the URL has two', '?lang=ro&lang=ro', 'en', 'The request could not be read'],
  ])('sends errors in %s', async (_, query, browser, message) => {
    const guest = await open({ 'accept-language': browser }, query)
    guest.socket.send('hello')
    await vi.waitFor(() =>
      expect(guest.frames).toContainEqual({ type: 'ERROR', payload: { message, code: 'malformed_body' } }),
    )
  })

  it('replies to each frame above the limit with an ERROR, and stays open', async () => {
    const guest = await open()
    const errors = () => guest.frames.flatMap((frame) => (frame.type === 'ERROR' ? [frame] : []))
    for (let ref = 1; ref <= MAX_FRAME_BURST + 10; ref++)
      guest.socket.send(JSON.stringify({ type: 'SET_READY', payload: { isReady: 'x' }, ref }))
    await vi.waitFor(() => expect(errors()).toHaveLength(MAX_FRAME_BURST + 10))
    expect(errors()[0]).toMatchObject({ ref: 1, payload: { code: 'malformed_body' } })
    expect(errors().at(-1)).toEqual({
      type: 'ERROR',
      payload: { message: 'Too many changes at once. Please slow down a little.', code: 'too_many_frames' },
      ref: MAX_FRAME_BURST + 10,
    })
    expect(guest.socket.readyState).toBe(WebSocket.OPEN)
  })

  it.each<[string, (socket: WebSocket) => void]>([
    ['frames', (socket) => socket.send('x')],
    ['frames that are far too large', (socket) => socket.send('x'.repeat(2 * MAX_FRAME_BYTES))],
    ['pings', (socket) => socket.ping()],
    ['unsolicited pongs', (socket) => socket.pong()],
    ['fragments of a frame that never ends', (socket) => socket.send('', { fin: false })],
  ])('closes a socket that sends too many %s', async (_, send) => {
    const guest = await open()
    for (let i = 0; i < 1000; i++) send(guest.socket)
    // Pings that arrive faster than they can be answered end the socket without a close frame.
    await vi.waitFor(() => expect([1008, 1006]).toContain(guest.closeCode()))
    expect((await open()).socket.readyState).toBe(WebSocket.OPEN)
  })

  it('rejects a page of another origin', async () => {
    await expect(open({ origin: 'https://evil.example' })).rejects.toThrow('403')
  })

  it('closes sockets when announcements may have been missed, and rejects new ones until the server listens again', async () => {
    const board = await open({ cookie: server.owner })
    // On a connection that is none of the server's: those are all cut.
    await runQuery(
      server.connection.server.url(),
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${LISTENER_NAME}' and datname = current_database()`,
    )
    await vi.waitFor(() => expect(board.closeCode()).toBe(1012))
    await expect(open()).rejects.toThrow('503')
    await vi.waitFor(() => open(), { interval: 200 })
    const repeated = await open({ cookie: server.owner })
    const { id } = await place()
    await vi.waitFor(() => expect(updates(repeated).map((order) => order.id)).toContain(id))
  })
})
