import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import {
  additionOf,
  applyCartFrame,
  asPending,
  bothInOne,
  type CarriedLine,
  frameOf,
  type PendingChange,
  type TableChange,
  type TableState,
  type Unconfirmed,
  type VersionedFrame,
} from './table-cart.ts'

/** How a session ends for a phone without an order. */
export type SessionEnd = 'expired' | 'closed' | 'left'

/** How many sent changes may be unanswered, so that a slow network delivers no more than the server accepts at once. */
export const MAX_UNANSWERED_CHANGES = 10
/** How often the page looks for what got no response. */
const REPEAT_MS = 8_000
/** After a frame of too many the page sends nothing for so long: the server then accepts twice what may be unanswered. */
const PAUSE_MS = 1_000
/** Errors that end the session here: its time is up, the restaurant closed it, its guest left, or it is full. */
const ENDING_ERRORS = new Map<string, SessionEnd>([
  ['session_over', 'expired'],
  ['session_closed', 'closed'],
  ['session_not_found', 'left'],
  ['session_full', 'left'],
])
/** Errors that mean that nobody can order the dish: a carried-over line with it is not given back. */
const UNAVAILABLE_ERRORS = ['item_unavailable', 'not_found']

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

/** The connection and the timers that a page uses; tests pass their own. */
export interface TableWiring {
  /** Sends a frame. @returns false without a connection; the frame is then lost */
  send: (frame: ClientFrame) => boolean
  /** Runs a function after this many milliseconds. @returns a function that cancels it */
  after: (ms: number, run: () => void) => () => void
}

/** The order that a shared cart became. */
export type PlacedAtTable = FrameOf<'SESSION_COMPLETED'>['payload'] & {
  sessionId?: string
  /** It was sent while this phone was not connected. */
  wasAway?: boolean
}

export interface TableListeners {
  stateChanged: (page: TablePage) => void
  /** The unconfirmed changes have changed; the caller stores them. Undefined when the server has confirmed all. */
  unconfirmed: (toStore: Unconfirmed | undefined, before: readonly PendingChange[]) => void
  /** The server rejected a frame; `message` is for the guest. If the frame was a change, the page undoes it. */
  refused: (message: string, code: string, change: TableChange | undefined) => void
  /** The server rejected these lines, which were carried over from the phone's own cart. */
  linesReturned: (lines: readonly CarriedLine[]) => void
  /** Remaining time in seconds, and the table of the session: on each join, and when either changes. */
  sessionInfo: (info: FrameOf<'SESSION_INFO'>['payload']) => void
  completed: (placed: PlacedAtTable) => void
  /** The session has ended without an order, or this guest is no longer in it; `message` is for the guest. */
  ended: (how: SessionEnd, message: string, code: string) => void
}

/**
 * A page at a shared table. It joins the session, receives the cart, sends its changes, repeats what got no response,
 * and rejoins after a lost connection. The caller provides the connection and renders `state`.
 */
export class TablePage {
  readonly #sessionId: string
  readonly #wiring: TableWiring
  readonly #listeners: Partial<TableListeners>
  #state: TableState
  /** The ids of the pending changes that were sent on this connection, and not refused as one frame too many. */
  readonly #sent = new Set<number>()
  #isCartRequested = false
  #isPaused = false
  #cancelRepeat = () => {}

  /** @param state from `newTableState` */
  constructor(sessionId: string, state: TableState, wiring: TableWiring, listeners: Partial<TableListeners>) {
    this.#sessionId = sessionId
    this.#state = state
    this.#wiring = wiring
    this.#listeners = listeners
  }

  get state(): TableState {
    return this.#state
  }

  /** Whether the page has received the cart on this connection, and so may change it. */
  get canChange(): boolean {
    return this.#state.isSynced
  }

  /** Must be called whenever a connection opens, the first time and after each reconnect. */
  opened(): void {
    this.lost()
    this.#repeat()
  }

  /** Must be called when the connection is lost or closed. Pending changes stay, and are sent again later. */
  lost(): void {
    this.#cancelRepeat()
    this.#sent.clear()
    this.#isCartRequested = false
    this.#update({ isSynced: false })
  }

  /** Changes the cart, or the guest's own ready mark. @returns false, without an effect, if `canChange` is false */
  change(change: TableChange): boolean {
    if (!this.canChange) return false
    const { pending } = this.#state
    const last = pending.at(-1)
    const merged = last && !this.#sent.has(last.ref) ? bothInOne(last.change, change) : undefined
    this.#update({ pending: [...(merged ? pending.slice(0, -1) : pending), asPending(merged ?? change)] })
    return true
  }

  carryOver(lines: readonly CarriedLine[]): void {
    const carried = lines.map((line) => asPending({ ...additionOf(line), isCarried: true }))
    this.#update({ pending: [...this.#state.pending, ...carried] })
  }

  /** Requests the whole cart, unless a request is pending. */
  requestWholeCart(): void {
    if (!this.#isCartRequested) this.#requestCart()
  }

  #requestCart(): void {
    this.#isCartRequested = this.#wiring.send({ type: 'GET_CART' })
  }

  /** Handles a frame from the server; frames that do not concern the page's state are ignored. */
  receive(frame: ServerFrame): void {
    if ('version' in frame) this.#receiveCart(frame)
    // The server sends them before the cart that confirms changes: the page has the marks before it drops those.
    else if (frame.type === 'PARTICIPANTS_UPDATED') this.#update({ guests: frame.payload })
    else if (frame.type === 'ERROR') this.#receiveError(frame)
    else if (frame.type === 'SESSION_INFO') this.#listeners.sessionInfo?.(frame.payload)
    else if (frame.type === 'SESSION_COMPLETED') {
      const wasAway = !this.canChange
      // The order contains the named changes. The others are given back, and must not be sent again.
      this.lost()
      this.#update({ pending: this.#without(frame.refs) })
      this.#listeners.completed?.({ ...frame.payload, wasAway })
    }
  }

  #receiveCart(frame: VersionedFrame): void {
    // A restored database may have a lower version than this page has received, so the first cart always applies.
    const cart = applyCartFrame(this.canChange ? this.#state.cart : undefined, frame)
    if (frame.type === 'CART_ITEMS') this.#isCartRequested = false
    if (cart === 'gap') this.requestWholeCart()
    else if (cart !== 'old') this.#update({ isSynced: true, cart, pending: this.#without(frame.refs) })
  }

  #receiveError({ payload: { message, code = '' }, ref }: FrameOf<'ERROR'>): void {
    // A ref below zero belongs to WATCH_ORDER or WATCH_CALL, which use the same connection.
    if (ref !== undefined && ref < 0) return
    if (code === 'too_many_frames') {
      if (ref !== undefined) this.#sent.delete(ref)
      this.#isPaused = true
      this.#repeatAfter(PAUSE_MS)
      return
    }
    // The change was sent too late. Another frame reports how the session ended, and what the order contains.
    if (code === 'session_over' && ref !== undefined) return
    const how = ENDING_ERRORS.get(code)
    if (how) {
      this.#listeners.ended?.(how, message, code)
      return
    }
    const change = this.#state.pending.find((pending) => pending.ref === ref)?.change
    this.#listeners.refused?.(message, code, change)
    if (change?.kind === 'add' && change.isCarried && !UNAVAILABLE_ERRORS.includes(code))
      this.#listeners.linesReturned?.([change])
    if (ref !== undefined) this.#update({ pending: this.#without([ref]) })
  }

  /** The pending changes without those that the server has made or refused. */
  #without(refs: readonly number[] = []): readonly PendingChange[] {
    const { pending } = this.#state
    const left = pending.filter(({ ref }) => !refs.includes(ref))
    return left.length < pending.length ? left : pending
  }

  /** Joins; then requests the cart again while a request or a change has got no response, and sends what may be sent. */
  readonly #repeat = (): void => {
    this.#repeatAfter(REPEAT_MS)
    this.#isPaused = false
    const payload = { sessionId: this.#sessionId, participantId: this.#state.ownId }
    if (!this.canChange) this.#wiring.send({ type: 'JOIN_SESSION', payload })
    else if (this.#isCartRequested || this.#sent.size > 0) this.#requestCart()
    this.#sendPending()
  }

  #repeatAfter(ms: number): void {
    this.#cancelRepeat()
    this.#cancelRepeat = this.#wiring.after(ms, this.#repeat)
  }

  #update(changed: Partial<TableState>): void {
    const { pending: before } = this.#state
    this.#state = { ...this.#state, ...changed }
    const { pending } = this.#state
    if (pending !== before) {
      for (const { ref } of before) if (!pending.some((left) => left.ref === ref)) this.#sent.delete(ref)
      this.#listeners.unconfirmed?.(
        pending.length > 0 ? { sessionId: this.#sessionId, changes: [...pending] } : undefined,
        before,
      )
    }
    this.#listeners.stateChanged?.(this)
    this.#sendPending()
  }

  /**
   * Sends what can be sent now, in order. Additions follow each other at once. Any other change waits until all before
   * it are confirmed, and all after it wait for it: it needs the id of its line, and must not overtake an addition that
   * the server refuses as one frame too many. A change of a line that no longer exists is dropped.
   */
  #sendPending(): void {
    if (!this.canChange || this.#isPaused) return
    for (const pending of this.#state.pending) {
      const isAddition = pending.change.kind === 'add'
      if (!this.#sent.has(pending.ref)) {
        if (this.#sent.size >= (isAddition ? MAX_UNANSWERED_CHANGES : 1)) return
        const frame = frameOf(this.#state, pending)
        if (!frame) {
          // The update sends what remains.
          this.#update({ pending: this.#without([pending.ref]) })
          return
        }
        this.#sent.add(pending.ref)
        this.#wiring.send(frame)
      }
      if (!isAddition) return
    }
  }
}
