import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import type { Answer } from '#shared/contracts/endpoint.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { joinSession } from '#shared/contracts/shared-sessions.ts'
import type { CarriedLine } from '#shared/domain/carry-over.ts'
import type { TableChange } from '#shared/domain/table-changes.ts'
import { notTaken, type Unconfirmed } from '#shared/domain/unconfirmed.ts'
import { call } from './call.ts'
import { TablePage } from './table-page.ts'
import { TableView } from './table-view.ts'
import { Tally } from './tally.ts'

/** What a phone was told of an order. */
export interface Seen {
  sessionId: string
  orderId: number
}

type Joined = Answer<typeof joinSession>

const REFUSALS = ['item_unavailable', 'not_your_line', 'not_found', 'cart_full', 'too_many_frames']
const OVER = ['session_over', 'session_not_found']
/** A guest waits when so much is unanswered. */
const MOST_UNCONFIRMED = 20
const RECONNECT_MS = 150
const ANSWER_MS = 15_000

export interface PhoneOptions {
  name: string
  tableId: number
  /** The dish that is only ever added, so that it can be counted. */
  countedDish: number
  /** The address of some instance, asked for each connection and each call. */
  where: () => string
}

/**
 * A guest's phone at a shared table: a page of the product on a real connection. Beside what the page shows it keeps the
 * cart from the frames alone, and notes whatever a phone must never be told.
 */
export class TablePhone {
  readonly name: string
  readonly faults: string[] = []
  readonly orders: Seen[] = []
  readonly tally = new Tally()
  readonly #options: PhoneOptions
  readonly #cookie = `masa_guest=${randomBytes(32).toString('base64url')}`
  joined: Joined | undefined
  /** By nothing but the frames. */
  view = new TableView()
  page: TablePage | undefined
  /** The phone's own cart, which is carried over once it sits at the table. */
  own: CarriedLine[] = []
  /** Why its last session was over. */
  lastWord = ''
  #session = ''
  #socket: WebSocket | undefined
  #isEnded = false

  constructor(options: PhoneOptions) {
    this.name = options.name
    this.#options = options
  }

  /** Whether it has joined, is connected, and everything it said is confirmed. */
  get isSettled(): boolean {
    return this.isOpen && this.page?.view.pending.length === 0 && this.own.length === 0
  }

  /** Whether what is tapped does something: it is connected, and not far ahead of what is confirmed. */
  get isReady(): boolean {
    return this.isOpen && (this.page?.view.pending.length ?? 0) < MOST_UNCONFIRMED
  }

  get isOpen(): boolean {
    return this.joined !== undefined && this.page?.isOpen === true
  }

  /** Joins the table, or comes back to it; tries until there is an answer. */
  async join(): Promise<void> {
    const { tableId, name } = this.#options
    const answer = await this.#ask('/api/shared-sessions', { tableId, name })
    if (answer?.status !== 201) {
      this.#fault(`joining was answered with ${JSON.stringify(answer)}`)
      return
    }
    this.joined = answer.body as Joined
    // Back after leaving, what was said before may still be done.
    if (this.joined.id !== this.#session) this.tally.clear()
    this.#session = this.joined.id
    this.view = new TableView()
    this.#sitDown()
    this.#connect()
  }

  change(change: TableChange): void {
    if (this.#counts(change)) this.tally.said()
    this.page?.change(change)
  }

  repeat(): void {
    if (this.isOpen) this.page?.repeat()
  }

  getCart(): void {
    this.#say({ type: 'GET_CART' })
  }

  /** The connection breaks. */
  drop(): void {
    this.#socket?.terminate()
    this.#lost()
  }

  /** The page is loaded anew: it remembers who it is and what is not confirmed. */
  reload(): void {
    const before = this.page?.unconfirmed
    this.drop()
    if (this.joined) this.#sitDown(before)
  }

  async leave(): Promise<void> {
    const { joined } = this
    if (!joined) return
    this.joined = undefined
    this.drop()
    const answer = await this.#ask(`/api/shared-sessions/${joined.id}/leave`)
    if (answer?.status !== 204 && answer?.status !== 404) this.#fault(`leaving was answered with ${answer?.status}`)
    this.page = undefined
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

  #counts(change: TableChange): boolean {
    return change.kind === 'add' && change.dish.id === this.#options.countedDish
  }

  #sitDown(before?: Unconfirmed): void {
    const { joined } = this
    if (!joined) return
    const seat = { sessionId: joined.id, participantId: joined.participant.id }
    this.page = new TablePage(seat, before, {
      say: (frame) => this.#say(frame),
      done: (change) => this.#counts(change) && this.tally.confirmed(quantityOf(change)),
      refused: (change) => this.#counts(change) && this.tally.refused(quantityOf(change)),
    })
  }

  #say(frame: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  #connect(): void {
    if (!this.joined || this.#isEnded || this.#socket) return
    const url = `${this.#options.where().replace('http', 'ws')}/ws`
    const socket = new WebSocket(url, { headers: { cookie: this.#cookie } })
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('open', () => this.#socket === socket && this.page?.join())
    socket.on('message', (data) => {
      if (this.#socket === socket) this.#hear(JSON.parse(String(data)))
    })
    socket.on('close', () => {
      if (this.#socket === socket) this.#lost()
    })
  }

  /** What still comes on a socket that is lost is not heard. */
  #lost(): void {
    this.#socket = undefined
    this.page?.lost()
    setTimeout(() => this.#connect(), RECONNECT_MS)
  }

  #hear(frame: ServerFrame): void {
    if (frame.type === 'SESSION_COMPLETED') {
      if (this.joined) this.orders.push({ sessionId: this.joined.id, orderId: frame.payload.orderId })
      this.page?.ended(frame.ref)
      this.#over(frame.type)
      return
    }
    const code = frame.type === 'ERROR' ? (frame.payload.code ?? '') : undefined
    // That a change came too late is told once more, with how the session ended.
    if (code === 'session_over' && 'ref' in frame) return
    if (code !== undefined && OVER.includes(code)) {
      this.#over(code)
      return
    }
    if (code !== undefined && !REFUSALS.includes(code)) this.#fault(`an ERROR ${code}`)
    const fault = code === undefined ? this.view.hear(frame, !this.isOpen) : undefined
    if (fault) this.#fault(fault)
    this.page?.hear(frame)
    this.#carry()
  }

  #carry(): void {
    const { page, own } = this
    if (!page?.isOpen || own.length === 0) return
    this.own = []
    const counted = own.find(({ dish }) => dish.id === this.#options.countedDish)
    if (counted) this.tally.said(counted.quantity)
    page.carry(own)
  }

  /** What the session has not taken is this phone's own again. */
  #over(why: string): void {
    this.lastWord = why
    this.joined = undefined
    if (this.page) this.own = notTaken(this.page.view)
    this.page = undefined
    this.view.isAllReady = false
    this.drop()
  }

  async #ask(path: string, body?: unknown) {
    for (const began = Date.now(); Date.now() - began < 4 * ANSWER_MS; await sleep(100)) {
      const answer = await call(this.#options.where() + path, body, this.#cookie, ANSWER_MS)
      if (answer && answer.status !== 503) return answer
    }
    return undefined
  }

  #fault(what: string): void {
    this.faults.push(`${this.name}: ${what}`)
  }
}

const quantityOf = (change: TableChange) => (change.kind === 'add' ? change.quantity : 0)
