import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { expect, vi } from 'vitest'
import WebSocket from 'ws'
import type { ResponseOf } from '#shared/contracts/base/endpoint.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { joinSession, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { call } from './call.ts'
import { ObservedTable } from './observed-table.ts'

/** A timeout that is long enough for a loaded machine. */
export const WAIT_OPTIONS = { timeout: 10_000 }

/** A socket with its received frames. */
export interface TestSocket {
  socket: WebSocket
  frames: ServerFrame[]
  /** All frames except heartbeats. */
  receivedFrames: () => ServerFrame[]
  /** Waits until the socket has received all of these frames, among others. */
  waitForFrames: (...frames: object[]) => Promise<void>
  /** Waits until the server has read all frames sent so far. */
  allRead: () => Promise<void>
  /** The close code; undefined while the socket is open. */
  closeCode: () => number | undefined
}

/** Opens a socket to a server. @returns it, with the frames that it receives */
async function openSocket(url: string, headers: Record<string, string>, query = '') {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws${query}`, { headers })
  const frames: ServerFrame[] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { socket, frames }
}

/** Opens a socket to a server and waits for the first heartbeat. */
export async function openTestSocket(
  url: string,
  headers: Record<string, string> = {},
  query = '',
): Promise<TestSocket> {
  const { socket, frames } = await openSocket(url, headers, query)
  let code: number | undefined
  socket.on('close', (closeCode) => {
    code = closeCode
  })
  const receivedFrames = () => frames.filter(({ type }) => type !== 'HEARTBEAT')
  const waitForFrames = (...expected: object[]) =>
    vi.waitFor(() => expect(frames).toEqual(expect.arrayContaining(expected)), WAIT_OPTIONS)
  await waitForFrames({ type: 'HEARTBEAT' })
  // The server answers a ping after it has read the frames before it.
  const allRead = async () => {
    const answered = once(socket, 'pong')
    socket.ping()
    await answered
  }
  return { socket, frames, receivedFrames, waitForFrames, allRead, closeCode: () => code }
}

export type Joined = ResponseOf<typeof joinSession>
type Type = ServerFrame['type']

/** Makes a test's server listen, and returns its URL. */
export async function listenUrl(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** A guest's browser, with its cookie and the frames that its socket has received. */
export class Phone {
  readonly url: string
  cookie = ''
  language = 'en'
  joined!: Joined
  socket: WebSocket | undefined
  frames: ServerFrame[] = []

  constructor(url: string) {
    this.url = url
  }

  async call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const headers = { cookie: this.cookie, 'accept-language': this.language }
    const response = await call(this.url, method, path, body, { headers })
    const [cookie = ''] = response.cookie.split('; ')
    if (cookie !== '') this.cookie = cookie
    return { status: response.status, body: response.body }
  }

  async join(tableId: number, name: string): Promise<Joined> {
    const { status, body } = await this.call('POST', '/api/shared-sessions', { tableId, name })
    expect([status, body]).toEqual([201, expect.anything()])
    this.joined = body as Joined
    return this.joined
  }

  complete(body?: unknown) {
    return this.call('POST', `/api/shared-sessions/${this.joined.id}/complete`, body)
  }

  leave() {
    return this.call('POST', `/api/shared-sessions/${this.joined.id}/leave`)
  }

  /** Opens a socket. Closes an earlier one and discards its frames. */
  async open(): Promise<void> {
    this.socket?.close()
    const headers = { cookie: this.cookie, 'accept-language': this.language }
    const { socket, frames } = await openSocket(this.url, headers)
    this.socket = socket
    this.frames = frames
  }

  send(frame: unknown): void {
    this.socket?.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** Opens a socket, joins the session on it and waits for the cart. */
  async enter(): Promise<void> {
    await this.open()
    this.sendJoin()
    await this.frame('CART_ITEMS')
  }

  sendJoin(): void {
    const { id: sessionId, participant } = this.joined
    this.send({ type: 'JOIN_SESSION', payload: { sessionId, participantId: participant.id } })
  }

  framesOf<T extends Type>(type: T): Extract<ServerFrame, { type: T }>[] {
    return this.frames.filter((frame): frame is Extract<ServerFrame, { type: T }> => frame.type === type)
  }

  /** Waits for the nth frame of a type since the socket was opened. @param count n, from 1 */
  frame<T extends Type>(type: T, count = 1): Promise<Extract<ServerFrame, { type: T }>> {
    return vi.waitFor(() => {
      const frame = this.framesOf(type)[count - 1]
      if (!frame) throw new Error(`${type} ${count} is not among ${JSON.stringify(this.frames)}`)
      return frame
    }, WAIT_OPTIONS)
  }

  /** Waits until the socket has received this frame, among others. */
  waitForFrame(frame: object): Promise<void> {
    return vi.waitFor(() => expect(this.frames).toContainEqual(frame), WAIT_OPTIONS)
  }

  /** The cart according to the received frames. */
  cart(): SharedLine[] {
    const table = new ObservedTable()
    for (const frame of this.frames) table.applyFrame(frame, true)
    return table.lines.toSorted((a, b) => a.id - b.id)
  }

  /** Waits until the cart contains these quantities by dish. */
  waitForCart(quantities: Record<number, number>): Promise<void> {
    return vi.waitFor(() => {
      expect(Object.fromEntries(this.cart().map(({ menuItemId, quantity }) => [menuItemId, quantity]))).toEqual(
        quantities,
      )
    }, WAIT_OPTIONS)
  }

  /** The id of the first cart line of a dish; 0 if there is none. */
  lineOf(dish: number): number {
    return this.cart().find(({ menuItemId }) => menuItemId === dish)?.id ?? 0
  }

  /** The versions of the cart in the received frames. */
  versions(): number[] {
    return this.frames.flatMap((frame) => ('version' in frame ? [frame.version] : []))
  }

  /** Whether each participant is ready, by name, according to the last frame. */
  readyMarks(): Record<string, boolean> {
    const people = this.framesOf('PARTICIPANTS_UPDATED').at(-1)?.payload ?? []
    return Object.fromEntries(people.map(({ name, isReady }) => [name, isReady]))
  }

  add(menuItemId: number, quantity = 1, ref?: number): void {
    this.send({ type: 'ADD_ITEM', payload: { menuItemId, quantity }, ref })
  }

  set(itemId: number, quantity: unknown, more: object = {}, ref?: number): void {
    this.send({ type: 'SET_ITEM', payload: { itemId, quantity, ...more }, ref })
  }

  remove(itemId: unknown, ref?: number): void {
    this.send({ type: 'REMOVE_ITEM', payload: { itemId }, ref })
  }

  ready(isReady = true, ref?: number): void {
    this.send({ type: 'SET_READY', payload: { isReady }, ref })
  }
}
