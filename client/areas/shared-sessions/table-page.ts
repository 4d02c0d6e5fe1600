import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import {
  addCarriedLines,
  addPendingChange,
  type CarriedLine,
  type ChangeFrame,
  dropChanges,
  markUnsent,
  nextFrames,
  receiveCart,
  receiveGuests,
  receiveTooManyFrames,
  type TableChange,
  type TableState,
  type Unconfirmed,
  unconfirmed,
} from './table-cart.ts'

/** How a session ends for a phone without an order. */
export type SessionEnd = 'expired' | 'closed' | 'left'

/** How often the page checks for unanswered frames, and repeats the request. */
const CHECK_INTERVAL_MS = 8_000
/** Delay before the page tries to send more changes. */
const SEND_RETRY_MS = 150
/** Delay before the page repeats a rejected request for the whole cart. */
const CART_RETRY_MS = 1_000
/** Errors that end the session here: its time is up, the restaurant closed it, its guest left, or it is full. */
const ENDING_ERRORS = new Map<string, SessionEnd>([
  ['session_over', 'expired'],
  ['session_closed', 'closed'],
  ['session_not_found', 'left'],
  ['session_full', 'left'],
])
/** Errors that mean that nobody can order the dish: a carried-over line with it is not given back. */
const UNAVAILABLE_ERRORS = ['item_unavailable', 'not_found']

/** The connection and the clock that a page uses; tests pass their own. */
export interface TableWiring {
  /** Sends a frame. @returns false without a connection; the frame is then lost */
  send: (frame: ClientFrame) => boolean
  now: () => number
  /** Runs a function after this many milliseconds. @returns a function that cancels it */
  after: (ms: number, run: () => void) => () => void
}

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

/** The order that a shared cart became. */
export type PlacedAtTable = FrameOf<'SESSION_COMPLETED'>['payload'] & {
  sessionId?: string
  /** It was sent while this phone was not connected. */
  wasAway?: boolean
}

export interface TableListeners {
  stateChanged: (page: TablePage) => void
  /** The unconfirmed changes have changed; the caller stores them. Undefined when the server has confirmed all. */
  unconfirmed: (toStore: Unconfirmed | undefined, before: Unconfirmed['changes']) => void
  /** The server rejected a frame; `message` is for the guest. If the frame was a change, the page undoes it. */
  refused: (message: string, code: string, change: TableChange | undefined) => void
  /** The server rejected these lines, which were carried over from the phone's own cart. */
  linesReturned: (lines: readonly CarriedLine[]) => void
  /** Remaining time in seconds, and the table of the session: on each join, and when either changes. */
  sessionInfo: (info: FrameOf<'SESSION_INFO'>['payload']) => void
  joined: (name: string) => void
  allReady: () => void
  completed: (placed: PlacedAtTable) => void
  /** The session has ended without an order, or this guest is no longer in it; `message` is for the guest. */
  ended: (how: SessionEnd, message: string) => void
}

/**
 * A page at a shared table. It joins the session, receives the cart, sends changes no faster than the server allows,
 * repeats requests that got no response, and rejoins after a lost connection. The caller provides the connection and
 * renders `state`.
 */
export class TablePage {
  readonly #sessionId: string
  readonly #wiring: TableWiring
  readonly #listeners: Partial<TableListeners>
  readonly #pace: Pace
  /** The timers that are set: the function each will run, and the function that cancels it. */
  readonly #timers = new Map<() => void, () => void>()
  #state: TableState
  #isCartRequested = false

  /** @param state from `newTableState` */
  constructor(sessionId: string, state: TableState, wiring: TableWiring, listeners: Partial<TableListeners>) {
    this.#sessionId = sessionId
    this.#state = state
    this.#wiring = wiring
    this.#listeners = listeners
    this.#pace = new Pace(wiring.now)
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
    this.#join()
    this.#after(CHECK_INTERVAL_MS, this.#check)
  }

  /** Must be called when the connection is lost or closed. Pending changes stay, and are sent again later. */
  lost(): void {
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
    this.#isCartRequested = false
    this.#setState(markUnsent(this.#state))
  }

  /** Changes the cart, or the guest's own ready mark. @returns false, without an effect, if `canChange` is false */
  change(change: TableChange): boolean {
    if (!this.canChange) return false
    this.#setAndSend(addPendingChange(this.#state, change))
    return true
  }

  carryOver(lines: readonly CarriedLine[]): void {
    this.#setAndSend(addCarriedLines(this.#state, lines))
  }

  /** Requests the whole cart, unless a request is pending. */
  readonly requestWholeCart = (): void => {
    if (!this.#isCartRequested) this.#isCartRequested = this.#wiring.send({ type: 'GET_CART' })
  }

  /** Handles a frame from the server; frames that do not concern the table are ignored. */
  receive(frame: ServerFrame): void {
    if ('version' in frame) this.#receiveCart(frame)
    else if (frame.type === 'PARTICIPANTS_UPDATED') this.#setAndSend(receiveGuests(this.#state, frame.payload))
    else if (frame.type === 'ERROR') this.#receiveError(frame)
    else if (frame.type === 'SESSION_COMPLETED') this.#receiveOrder(frame)
    else if (frame.type === 'SESSION_INFO') this.#listeners.sessionInfo?.(frame.payload)
    else if (frame.type === 'PARTICIPANT_JOINED') this.#listeners.joined?.(frame.payload.name)
    else if (frame.type === 'ALL_READY') this.#listeners.allReady?.()
  }

  #join(): void {
    this.#wiring.send({
      type: 'JOIN_SESSION',
      payload: { sessionId: this.#sessionId, participantId: this.#state.ownId },
    })
  }

  readonly #check = (): void => {
    // The last request may have been rejected, or its response sent before the changes it was sent for.
    this.#isCartRequested = false
    if (!this.canChange) this.#join()
    else if (this.#state.pending.some(({ isSent }) => isSent)) this.requestWholeCart()
    this.#after(CHECK_INTERVAL_MS, this.#check)
  }

  #receiveCart(frame: Parameters<typeof receiveCart>[1]): void {
    const result = receiveCart(this.#state, frame)
    if (frame.type === 'CART_ITEMS') this.#isCartRequested = false
    if (result === 'gap') this.requestWholeCart()
    this.#setAndSend(typeof result === 'object' ? result : this.#state)
  }

  #receiveOrder({ payload, refs }: FrameOf<'SESSION_COMPLETED'>): void {
    // The order contains the named changes. The others are given back, and must not be sent again.
    const wasAway = !this.canChange
    this.#setState(dropChanges(this.#state, refs))
    this.lost()
    this.#listeners.completed?.({ ...payload, wasAway })
  }

  #receiveError({ payload: { message, code = '' }, ref }: FrameOf<'ERROR'>): void {
    // A ref below zero belongs to WATCH_ORDER or WATCH_CALL, which use the same connection.
    if (ref !== undefined && ref < 0) return
    if (ref === undefined && this.#isCartRequested) {
      this.#isCartRequested = false
      this.#after(CART_RETRY_MS, this.requestWholeCart)
    }
    if (code === 'too_many_frames') {
      this.#pace.pause()
      this.#setAndSend(ref === undefined ? this.#state : receiveTooManyFrames(this.#state, ref))
      return
    }
    // The change was sent too late. Another frame reports how the session ended, and what the order contains.
    if (code === 'session_over' && ref !== undefined) return
    const how = ENDING_ERRORS.get(code)
    if (how) {
      this.#listeners.ended?.(how, message)
      return
    }
    const change = this.#state.pending.find((pendingChange) => pendingChange.ref === ref)?.change
    this.#listeners.refused?.(message, code, change)
    if (change?.kind === 'add' && change.isCarried && !UNAVAILABLE_ERRORS.includes(code)) this.#giveBack(change)
    this.#setAndSend(ref === undefined ? this.#state : dropChanges(this.#state, [ref]))
  }

  #giveBack({ dish, quantity, options, notes }: Extract<TableChange, { kind: 'add' }>): void {
    this.#listeners.linesReturned?.([{ dish, quantity, options, notes: notes ?? undefined }])
  }

  #setAndSend(state: TableState): void {
    this.#setState(state)
    this.#sendPending()
  }

  #setState(state: TableState, frames: readonly ChangeFrame[] = []): void {
    const { pending } = this.#state
    this.#state = state
    // Sent before the listeners run, because a listener may make another change.
    for (const frame of frames) this.#wiring.send(frame)
    const hadOrHasPending = pending.length > 0 || state.pending.length > 0
    if (hadOrHasPending && state.pending !== pending) {
      this.#listeners.unconfirmed?.(unconfirmed(state, this.#sessionId), pending)
    }
    this.#listeners.stateChanged?.(this)
  }

  readonly #sendPending = (): void => {
    if (!this.canChange) return
    const { state, frames } = nextFrames(this.#state, this.#pace.allowed)
    this.#pace.countSent(frames.length)
    if (frames.length > 0 || state.pending.length < this.#state.pending.length) this.#setState(state, frames)
    if (this.#state.pending.some(({ isSent }) => !isSent)) this.#after(SEND_RETRY_MS, this.#sendPending)
  }

  /** Runs a function once after this many milliseconds, unless the connection is lost before. */
  #after(ms: number, run: () => void): void {
    if (this.#timers.has(run)) return
    const runOnce = () => {
      this.#timers.delete(run)
      run()
    }
    this.#timers.set(run, this.#wiring.after(ms, runOnce))
  }
}

/** The number of changes a page may send in one burst. */
const MAX_BURST = 15
/** The number of changes that become available per second after that. */
const CHANGES_PER_SECOND = 18

/**
 * Limits how fast a page sends changes (a token bucket). With at most `MAX_UNANSWERED_CHANGES` unanswered changes, the
 * page stays below the server's limits (`MAX_FRAME_BURST`, `FRAMES_PER_SECOND`), even if a slow network delivers the
 * frames of several seconds in one burst.
 */
export class Pace {
  readonly #now: () => number
  #available = MAX_BURST
  #updatedAt: number

  /** @param now returns the current time in milliseconds */
  constructor(now: () => number) {
    this.#now = now
    this.#updatedAt = now()
  }

  /** How many changes the page may send now. */
  get allowed(): number {
    const now = this.#now()
    this.#available = Math.min(
      MAX_BURST,
      this.#available + (Math.max(0, now - this.#updatedAt) / 1000) * CHANGES_PER_SECOND,
    )
    this.#updatedAt = now
    return Math.max(0, Math.floor(this.#available))
  }

  countSent(count: number): void {
    this.#available -= count
  }

  /** Allows nothing for one second, after the server has rejected a frame of too many. */
  pause(): void {
    this.#available = -CHANGES_PER_SECOND
    this.#updatedAt = this.#now()
  }
}
