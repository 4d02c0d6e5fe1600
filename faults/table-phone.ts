import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callOrLose } from '#server/testing/call.ts'
import { ObservedTable } from '#server/testing/observed-table.ts'
import type { ResponseOf } from '#shared/contracts/base/endpoint.ts'
import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { joinSession } from '#shared/contracts/shared-sessions.ts'
import {
  type CarriedLine,
  linesToGiveBack,
  newTableState,
  type PendingChange,
  type TableChange,
  type Unconfirmed,
} from '../client/areas/shared-sessions/table-cart.ts'
import { TablePage } from '../client/areas/shared-sessions/table-page.ts'
import { LiveSocket } from './live-socket.ts'
import { Tally } from './tally.ts'

/** An order of a session, as the server reported it to a phone. */
export interface ReportedOrder {
  sessionId: string
  orderId: number
}

type Joined = ResponseOf<typeof joinSession>

/** Error codes that a change may get in a storm. */
const EXPECTED_ERRORS = ['item_unavailable', 'not_your_line', 'not_found', 'cart_full']
/** A guest stops tapping while this many changes are unconfirmed. */
const MAX_UNCONFIRMED = 20
const RESPONSE_TIMEOUT_MS = 15_000

export interface PhoneOptions {
  name: string
  tableId: number
  /** The dish that is only ever added, so that it can be counted. */
  countedDish: number
  /** Returns the URL of an instance; called for each connection and each request. */
  anyUrl: () => string
  /** How long after the loss of its connection the phone reconnects; by default much sooner than a real one. */
  reconnectMs?: number
}

/**
 * A guest's phone at a shared table: the product's table page on a real connection. It also builds the cart from the
 * frames alone, and records protocol violations in `faults`.
 */
export class TablePhone {
  readonly name: string
  readonly faults: string[] = []
  readonly orders: ReportedOrder[] = []
  readonly tally = new Tally()
  readonly #options: PhoneOptions
  readonly #cookie = `masa_guest=${randomBytes(32).toString('base64url')}`
  joined: Joined | undefined
  /** The cart from the frames alone. */
  received = new ObservedTable()
  page: TablePage | undefined
  /** Id of the table that the phone's session is at, as the server last reported it. */
  tableId: number
  /** The phone's own cart, which is carried over once the phone has joined the table. */
  own: CarriedLine[] = []
  /** Why its last session ended, for the descriptions of faults. */
  endReason = ''
  #sessionId = ''
  /** The unconfirmed changes that the browser stores across a reload. */
  #stored: Unconfirmed | undefined
  /** Frames that the page has sent since it joined. */
  #sent: ClientFrame[] = []
  /** Whether the phone's own cart was carried over to the table. */
  #hasCarried = false
  readonly #live: LiveSocket

  constructor(options: PhoneOptions) {
    this.name = options.name
    this.#options = options
    this.tableId = options.tableId
    this.#live = new LiveSocket({
      cookie: this.#cookie,
      anyUrl: options.anyUrl,
      reconnectMs: options.reconnectMs,
      isWanted: () => this.joined !== undefined,
      opened: () => this.page?.opened(),
      received: (frame) => this.#receive(frame),
      lost: () => this.page?.lost(),
    })
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

  /** Joins the table, or rejoins it; repeats until there is a response. */
  async join(): Promise<void> {
    const { tableId } = this
    const response = await this.#post('/api/shared-sessions', { tableId, name: this.name })
    if (response?.status !== 201) {
      this.#fault(`joining got the response ${JSON.stringify(response)}`)
      return
    }
    this.joined = response.body as Joined
    // After leaving and rejoining the same session, the server may still process earlier changes.
    if (this.joined.id !== this.#sessionId) this.tally.clear()
    this.#sessionId = this.joined.id
    this.received = new ObservedTable()
    this.#openPage(this.joined, undefined)
    this.#live.connect()
  }

  change(change: TableChange): void {
    if (this.#counts(change)) this.tally.requested()
    this.page?.change(change)
  }

  /** Sends the last confirmed changes again, unchanged. */
  repeat(): void {
    const { page } = this
    if (!page?.canChange) return
    const isDone = (frame: ClientFrame) => 'ref' in frame && !page.state.pending.some(({ ref }) => ref === frame.ref)
    for (const frame of this.#sent.filter(isDone).slice(-4)) this.#live.send(frame)
  }

  getCart(times = 1): void {
    for (let i = 0; i < times; i++) this.#live.send({ type: 'GET_CART' })
  }

  /** Breaks the connection. */
  drop(): void {
    this.#live.drop()
  }

  /** Reloads the page, which restores its participant and its unconfirmed changes. */
  reload(): void {
    this.drop()
    if (this.joined) this.#openPage(this.joined, this.#stored)
  }

  async leave(): Promise<void> {
    const { joined } = this
    if (!joined) return
    this.joined = undefined
    this.drop()
    const response = await this.#post(`/api/shared-sessions/${joined.id}/leave`)
    if (response?.status !== 204 && response?.status !== 404) this.#fault(`leaving got the status ${response?.status}`)
    this.page = undefined
    this.tally.left()
  }

  /** Places the order. @returns the order; undefined if the request was rejected */
  async complete(): Promise<PlacedOrder | undefined> {
    const { joined } = this
    if (!joined) return undefined
    const response = await this.#post(`/api/shared-sessions/${joined.id}/complete`, {})
    if (response?.status !== 200) {
      const { code } = (response?.body ?? {}) as { code?: string }
      this.endReason = `completing: ${code}`
      if (!code || !['not_everybody_ready', 'session_over', 'session_not_found'].includes(code))
        this.#fault(`completing got the response ${JSON.stringify(response)}`)
      return undefined
    }
    const placed = response.body as PlacedOrder
    this.orders.push({ sessionId: joined.id, orderId: placed.id })
    return placed
  }

  end(): void {
    this.#live.close()
  }

  #counts(change: TableChange): boolean {
    return change.kind === 'add' && change.dish.id === this.#options.countedDish
  }

  #openPage({ id, participant }: Joined, stored: Unconfirmed | undefined): void {
    let state = newTableState(participant.id, stored)
    let rejected: TableChange | undefined
    this.#stored = stored
    this.#hasCarried = false
    this.page = new TablePage(id, state, this.#surroundings, {
      stateChanged: ({ state: next }) => {
        const isPending = (change: TableChange) => next.pending.some((pending) => pending.change === change)
        const isDone = ({ change }: PendingChange) => change !== rejected && !isPending(change) && this.#counts(change)
        for (const { change } of state.pending.filter(isDone)) this.tally.confirmed(quantityOf(change))
        state = next
      },
      unconfirmed: (changes) => {
        this.#stored = changes
      },
      refused: (_, code, change) => {
        if (!EXPECTED_ERRORS.includes(code)) this.#fault(`an ERROR ${code}`)
        rejected = change
        if (change && this.#counts(change)) this.tally.refused(quantityOf(change))
      },
      linesReturned: (lines) => this.own.push(...lines),
      sessionInfo: ({ tableId }) => {
        this.tableId = tableId
      },
      completed: ({ orderId }) => {
        this.orders.push({ sessionId: id, orderId })
        this.#endSession('completed')
      },
      ended: (how) => this.#endSession(how),
    })
  }

  readonly #surroundings = {
    send: (frame: ClientFrame) => {
      if (frame.type === 'JOIN_SESSION') this.#sent = []
      else this.#sent.push(frame)
      return this.#live.send(frame)
    },
    now: () => Date.now(),
    after: (ms: number, run: () => void) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }

  #receive(frame: ServerFrame): void {
    const fault = this.received.applyFrame(frame, !this.isOpen)
    if (fault) this.#fault(fault)
    this.page?.receive(frame)
    this.#carryOver()
  }

  /** Carries the phone's own cart over to the table, once for each page, when the page is connected. */
  #carryOver(): void {
    const { page, own } = this
    if (!page?.canChange || this.#hasCarried) return
    this.#hasCarried = true
    this.own = []
    for (const { dish, quantity } of own) if (dish.id === this.#options.countedDish) this.tally.requested(quantity)
    page.carryOver(own)
  }

  /** Ends the session on this phone. Dishes that the session has not accepted return to the phone's own cart. */
  #endSession(why: string): void {
    this.endReason = why
    this.joined = undefined
    if (this.page) this.own.push(...linesToGiveBack(this.page.state))
    this.received.isAllReady = false
    this.drop()
    this.page = undefined
  }

  async #post(path: string, body?: unknown) {
    for (const began = Date.now(); Date.now() - began < 4 * RESPONSE_TIMEOUT_MS; await sleep(100)) {
      const options = { headers: { cookie: this.#cookie }, timeoutMs: RESPONSE_TIMEOUT_MS }
      const response = await callOrLose(this.#options.anyUrl(), 'POST', path, body, options)
      if (response && response.status !== 503) return response
    }
    return undefined
  }

  #fault(description: string): void {
    this.faults.push(`${this.name}: ${description}`)
  }
}

const quantityOf = (change: TableChange) => (change.kind === 'add' ? change.quantity : 0)
