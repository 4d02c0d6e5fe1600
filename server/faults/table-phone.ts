import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import type { Answer } from '#shared/contracts/endpoint.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { joinSession, Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { call } from './call.ts'
import { Tally } from './tally.ts'

/** What a phone was told of an order. */
export interface Seen {
  sessionId: string
  orderId: number
}

type Joined = Answer<typeof joinSession>
interface Change {
  type: 'ADD_ITEM' | 'SET_ITEM' | 'REMOVE_ITEM' | 'SET_READY'
  payload: object
  ref: number
  /** Whether it adds one of the dish that is only ever counted. */
  counts: boolean
}

const REFUSALS = ['item_unavailable', 'not_your_line', 'not_found', 'cart_full', 'too_many_frames']
const OVER = ['session_over', 'session_not_found']
const RECONNECT_MS = 150
const ANSWER_MS = 15_000

/**
 * A guest's phone at a shared table. It keeps the cart from the frames alone, repeats what was not confirmed after each
 * reconnect, and notes whatever a phone must never be told.
 */
export class TablePhone {
  readonly name: string
  readonly faults: string[] = []
  readonly orders: Seen[] = []
  readonly tally = new Tally()
  readonly #tableId: number
  readonly #where: () => string
  readonly #cookie = `masa_guest=${randomBytes(32).toString('base64url')}`
  joined: Joined | undefined
  version = -1
  lines: SharedLine[] = []
  participants: Participant[] = []
  isAllReady = false
  /** Why its last session was over. */
  lastWord = ''
  /** Every change that was confirmed, oldest first. */
  readonly #done: Change[] = []
  #session = ''
  #page = newPage()
  #ref = 0
  #unconfirmed: Change[] = []
  #socket: WebSocket | undefined
  #isCurrent = false
  #isEnded = false

  /** @param where the address of some instance, asked for each connection and each call */
  constructor(name: string, tableId: number, where: () => string) {
    this.name = name
    this.#tableId = tableId
    this.#where = where
  }

  /** Whether it has joined, is connected, and everything it said is confirmed. */
  get isSettled(): boolean {
    return this.joined !== undefined && this.#isCurrent && this.#unconfirmed.length === 0
  }

  get isCurrent(): boolean {
    return this.joined !== undefined && this.#isCurrent
  }

  /** Joins the table, or comes back to it; tries until there is an answer. */
  async join(): Promise<void> {
    const answer = await this.#ask('/api/shared-sessions', { tableId: this.#tableId, name: this.name })
    if (answer?.status !== 201) {
      this.#fault(`joining was answered with ${JSON.stringify(answer)}`)
      return
    }
    this.joined = answer.body as Joined
    // Back after leaving, what was said before may still be done.
    if (this.joined.id !== this.#session) this.tally.clear()
    this.#session = this.joined.id
    this.#forget()
    this.#connect()
  }

  /** Makes a change, which is repeated until it is confirmed. */
  change(type: Change['type'], payload: object, counts = false): void {
    const change = { type, payload, ref: ++this.#ref, counts }
    this.#unconfirmed.push(change)
    if (counts) this.tally.said()
    this.#say(change)
  }

  /** Says the last changes that are done once more, as they were said. */
  repeat(): void {
    for (const change of this.#done.slice(-4)) this.#say(change)
  }

  getCart(): void {
    this.#socket?.send('{"type":"GET_CART"}')
  }

  /** The connection breaks. */
  drop(): void {
    this.#socket?.terminate()
  }

  /** The page is loaded anew: it remembers who it is, and nothing of what it said. */
  reload(): void {
    this.#page = newPage()
    this.#ref = 0
    this.#unconfirmed = []
    this.#done.length = 0
    this.drop()
  }

  async leave(): Promise<void> {
    const { joined } = this
    if (!joined) return
    this.joined = undefined
    this.drop()
    const answer = await this.#ask(`/api/shared-sessions/${joined.id}/leave`)
    if (answer?.status !== 204 && answer?.status !== 404) this.#fault(`leaving was answered with ${answer?.status}`)
    this.#forget()
    this.tally.takenAway()
  }

  /** @returns the order; nothing where it was refused */
  async complete(): Promise<PlacedOrder | undefined> {
    const { joined } = this
    if (!joined) return undefined
    const answer = await this.#ask(`/api/shared-sessions/${joined.id}/complete`, {})
    if (answer?.status !== 200) {
      const { code } = (answer?.body ?? {}) as { code?: string }
      this.lastWord = `completing: ${code}`
      if (!code || !['not_everybody_ready', ...OVER].includes(code))
        this.#fault(`completing was answered with ${JSON.stringify(answer)}`)
      return undefined
    }
    const placed = answer.body as PlacedOrder
    this.orders.push({ sessionId: joined.id, orderId: placed.id })
    return placed
  }

  end(): void {
    this.#isEnded = true
    this.drop()
  }

  #say({ type, payload, ref }: Change): void {
    if (this.#isCurrent) this.#socket?.send(JSON.stringify({ type, payload, ref }))
  }

  #connect(): void {
    const { joined } = this
    if (!joined || this.#isEnded || this.#socket) return
    const socket = new WebSocket(`${this.#where().replace('http', 'ws')}/ws`, { headers: { cookie: this.#cookie } })
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('open', () => {
      const payload = { sessionId: joined.id, participantId: joined.participant.id, page: this.#page }
      socket.send(JSON.stringify({ type: 'JOIN_SESSION', payload }))
    })
    socket.on('message', (data) => {
      if (this.#socket === socket) this.#hear(JSON.parse(String(data)))
    })
    socket.on('close', () => {
      if (this.#socket !== socket) return
      this.#socket = undefined
      this.#isCurrent = false
      setTimeout(() => this.#connect(), RECONNECT_MS)
    })
  }

  #hear(frame: ServerFrame): void {
    switch (frame.type) {
      case 'CART_ITEMS':
        if (this.#isCurrent && frame.version < this.version)
          this.#fault(`version ${frame.version} after ${this.version}`)
        this.lines = frame.payload
        this.#advance(frame)
        if (!this.#isCurrent) {
          this.#isCurrent = true
          for (const change of this.#unconfirmed) this.#say(change)
        }
        return
      case 'CART_UPDATED':
        if (frame.version <= this.version) this.#fault(`version ${frame.version} after ${this.version}`)
        this.lines = frame.payload
        this.#advance(frame)
        return
      case 'ITEM_ADDED':
        this.#follow(frame.version)
        this.lines = [...this.lines.filter(({ id }) => id !== frame.payload.id), frame.payload]
        this.#advance(frame)
        return
      case 'ITEM_REMOVED':
        this.#follow(frame.version)
        this.lines = this.lines.filter(({ id }) => id !== frame.payload.itemId)
        this.#advance(frame)
        return
      case 'PARTICIPANTS_UPDATED':
        this.participants = frame.payload
        this.isAllReady = false
        return
      case 'ALL_READY':
        this.isAllReady = true
        return
      case 'SESSION_COMPLETED':
        if (this.joined) this.orders.push({ sessionId: this.joined.id, orderId: frame.payload.orderId })
        this.#over(frame.type)
        return
      case 'ERROR':
        this.#refused(frame.payload.code ?? '', frame.ref)
    }
  }

  #follow(version: number): void {
    if (version !== this.version + 1) this.#fault(`a line of version ${version} after ${this.version}`)
  }

  #advance({ version, ref = -1 }: { version: number; ref?: number | undefined }): void {
    this.version = version
    const confirmed = this.#unconfirmed.filter((change) => change.ref <= ref)
    this.#unconfirmed = this.#unconfirmed.filter((change) => change.ref > ref)
    for (const change of confirmed) {
      this.#done.push(change)
      if (change.counts) this.tally.confirmed()
    }
  }

  #refused(code: string, ref: number | undefined): void {
    if (OVER.includes(code)) {
      this.#over(`${code} ${ref}`)
      return
    }
    if (!REFUSALS.includes(code)) this.#fault(`an ERROR ${code}`)
    const change = this.#unconfirmed.find((one) => one.ref === ref)
    this.#unconfirmed = this.#unconfirmed.filter((one) => one !== change)
    // A repeated change may be one too many while the first saying of it is still under way.
    if (change?.counts && code !== 'too_many_frames') this.tally.refused()
  }

  #over(why: string): void {
    this.lastWord = why
    this.joined = undefined
    this.isAllReady = false
    this.drop()
  }

  #forget(): void {
    this.version = -1
    this.lines = []
    this.participants = []
    this.isAllReady = false
    this.#unconfirmed = []
    this.#done.length = 0
  }

  async #ask(path: string, body?: unknown) {
    for (const began = Date.now(); Date.now() - began < 4 * ANSWER_MS; await sleep(100)) {
      const answer = await call(this.#where() + path, body, this.#cookie, ANSWER_MS)
      if (answer && answer.status !== 503) return answer
    }
    return undefined
  }

  #fault(what: string): void {
    this.faults.push(`${this.name}: ${what}`)
  }
}

const newPage = () => randomBytes(12).toString('base64url')
