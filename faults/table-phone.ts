import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import type { Answer } from '#shared/contracts/endpoint.ts'
import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { joinSession } from '#shared/contracts/shared-sessions.ts'
import type { CarriedLine } from '../client/features/shared-sessions/engine/carry-over.ts'
import type { TableChange } from '../client/features/shared-sessions/engine/table-changes.ts'
import { TablePage } from '../client/features/shared-sessions/engine/table-page.ts'
import { newTableState, type PendingChange } from '../client/features/shared-sessions/engine/table-state.ts'
import {
  linesToGiveBack,
  resumeChanges,
  type Unconfirmed,
} from '../client/features/shared-sessions/engine/unconfirmed.ts'
import { postAs } from './call.ts'
import { ObservedTable } from './observed-table.ts'
import { Tally } from './tally.ts'

/** What the server told a phone of an order. */
export interface Seen {
  sessionId: string
  orderId: number
}

type Joined = Answer<typeof joinSession>

const REFUSALS = ['item_unavailable', 'not_your_line', 'not_found', 'cart_full']
/** A guest waits while this many changes are unanswered. */
const MAX_UNCONFIRMED = 20
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
  /** The cart from the frames alone. */
  heard = new ObservedTable()
  page: TablePage | undefined
  /** The table at which it is: where it was told that its session was moved to. */
  tableId: number
  /** The phone's own cart, which is carried over once it sits at the table. */
  own: CarriedLine[] = []
  /** Why its last session ended. */
  lastWord = ''
  #session = ''
  /** What the browser keeps when the page is reloaded. */
  #kept: Unconfirmed | undefined
  /** What the page has said since it joined. */
  #said: ClientFrame[] = []
  /** Whether the dishes of the phone's own cart have gone over to the table. */
  #hasCarried = false
  #socket: WebSocket | undefined
  #isEnded = false

  constructor(options: PhoneOptions) {
    this.name = options.name
    this.#options = options
    this.tableId = options.tableId
  }

  /** Whether the phone has joined, is connected, and has no unconfirmed change. */
  get isSettled(): boolean {
    return this.isOpen && this.#hasCarried && this.page?.state.pending.length === 0
  }

  /** Whether the guest can tap: the phone is connected, and few changes are unconfirmed. */
  get isReady(): boolean {
    return this.isOpen && (this.page?.state.pending.length ?? 0) < MAX_UNCONFIRMED
  }

  get isOpen(): boolean {
    return this.joined !== undefined && this.page?.canChange === true
  }

  /** Joins the table, or comes back to it; tries until there is an answer. */
  async join(): Promise<void> {
    const { tableId } = this
    const answer = await this.#ask('/api/shared-sessions', { tableId, name: this.name })
    if (answer?.status !== 201) {
      this.#fault(`joining was answered with ${JSON.stringify(answer)}`)
      return
    }
    this.joined = answer.body as Joined
    // After leaving and coming back, earlier changes may still be done.
    if (this.joined.id !== this.#session) this.tally.clear()
    this.#session = this.joined.id
    this.heard = new ObservedTable()
    this.#sitDown(this.joined, undefined)
    this.#connect()
  }

  change(change: TableChange): void {
    if (this.#counts(change)) this.tally.said()
    this.page?.change(change)
  }

  /** Sends the last confirmed changes again, unchanged. */
  repeat(): void {
    const { page } = this
    if (!page?.canChange) return
    const isDone = (frame: ClientFrame) => 'ref' in frame && !page.state.pending.some(({ ref }) => ref === frame.ref)
    for (const frame of this.#said.filter(isDone).slice(-4)) this.#send(frame)
  }

  getCart(times = 1): void {
    for (let i = 0; i < times; i++) this.#send({ type: 'GET_CART' })
  }

  /** The connection breaks. */
  drop(): void {
    this.#socket?.terminate()
    this.#lost()
  }

  /** The page is loaded anew: it remembers who it is and what is not confirmed. */
  reload(): void {
    this.drop()
    if (this.joined) this.#sitDown(this.joined, this.#kept)
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
      if (!code || !['not_everybody_ready', 'session_over', 'session_not_found'].includes(code))
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

  #sitDown({ id, participant }: Joined, kept: Unconfirmed | undefined): void {
    const own = newTableState(participant.id, randomBytes(12).toString('base64url'))
    let view = kept ? resumeChanges(own, kept) : own
    let refused: TableChange | undefined
    this.#kept = kept
    this.#hasCarried = false
    this.page = new TablePage(id, view, this.#surroundings, {
      stateChanged: ({ state: next }) => {
        const isLeft = (change: TableChange) => next.pending.some((waiting) => waiting.change === change)
        const isDone = ({ change }: PendingChange) => change !== refused && !isLeft(change) && this.#counts(change)
        for (const { change } of view.pending.filter(isDone)) this.tally.confirmed(quantityOf(change))
        view = next
      },
      unconfirmed: (left) => {
        this.#kept = left
      },
      refused: (_, code, change) => {
        if (!REFUSALS.includes(code)) this.#fault(`an ERROR ${code}`)
        refused = change
        if (change && this.#counts(change)) this.tally.refused(quantityOf(change))
      },
      linesReturned: (lines) => this.own.push(...lines),
      sessionInfo: ({ tableId }) => {
        this.tableId = tableId
      },
      completed: ({ orderId }) => {
        this.orders.push({ sessionId: id, orderId })
        this.#over('completed')
      },
      ended: (how) => this.#over(how),
    })
  }

  readonly #surroundings = {
    send: (frame: ClientFrame) => {
      if (frame.type === 'JOIN_SESSION') this.#said = []
      else this.#said.push(frame)
      return this.#send(frame)
    },
    now: () => Date.now(),
    after: (ms: number, run: () => void) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }

  #send(frame: ClientFrame): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  #connect(): void {
    if (!this.joined || this.#isEnded || this.#socket) return
    const url = `${this.#options.where().replace('http', 'ws')}/ws`
    const socket = new WebSocket(url, { headers: { cookie: this.#cookie } })
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('open', () => this.#socket === socket && this.page?.opened())
    socket.on('message', (data) => {
      if (this.#socket === socket) this.#hear(JSON.parse(String(data)))
    })
    socket.on('close', () => {
      if (this.#socket === socket) this.#lost()
    })
  }

  /** Ignores frames that arrive on a lost socket. */
  #lost(): void {
    this.#socket = undefined
    this.page?.lost()
    setTimeout(() => this.#connect(), RECONNECT_MS)
  }

  #hear(frame: ServerFrame): void {
    const fault = this.heard.hear(frame, !this.isOpen)
    if (fault) this.#fault(fault)
    this.page?.receive(frame)
    this.#carry()
  }

  /** Runs once for each page, when it is opened. */
  #carry(): void {
    const { page, own } = this
    if (!page?.canChange || this.#hasCarried) return
    this.#hasCarried = true
    this.own = []
    for (const { dish, quantity } of own) if (dish.id === this.#options.countedDish) this.tally.said(quantity)
    page.carryOver(own)
  }

  /** Dishes that the session has not taken go back to the phone's own cart. */
  #over(why: string): void {
    this.lastWord = why
    this.joined = undefined
    if (this.page) this.own.push(...linesToGiveBack(this.page.state))
    this.heard.isAllReady = false
    this.drop()
    this.page = undefined
  }

  async #ask(path: string, body?: unknown) {
    for (const began = Date.now(); Date.now() - began < 4 * ANSWER_MS; await sleep(100)) {
      const answer = await postAs(this.#options.where() + path, body, this.#cookie, ANSWER_MS)
      if (answer && answer.status !== 503) return answer
    }
    return undefined
  }

  #fault(what: string): void {
    this.faults.push(`${this.name}: ${what}`)
  }
}

const quantityOf = (change: TableChange) => (change.kind === 'add' ? change.quantity : 0)
