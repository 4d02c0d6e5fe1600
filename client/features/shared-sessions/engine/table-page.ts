import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import { type CarriedLine, withCarriedOver } from './carry-over.ts'
import { Pace } from './pace.ts'
import type { TableChange } from './table-changes.ts'
import {
  type ChangeFrame,
  makeChange,
  markUnsent,
  nextFrames,
  pageToJoinAs,
  receiveCart,
  receiveGuests,
  receiveRefusal,
  receiveTooManyFrames,
  type TableState,
  withoutDone,
} from './table-state.ts'
import { type Unconfirmed, unconfirmed } from './unconfirmed.ts'

/** How often the page asks about changes that the server has not answered. */
const ASK_EVERY_MS = 8_000
/** How long the page waits before it tries to send more changes, and before it repeats a refused question. */
const SAY_AGAIN_MS = 150
const ASK_AGAIN_MS = 1_000
/** Errors that end the session for a page: its time is up, its guest left (perhaps in another tab), or no seat is free. */
const OVER = new Map<string, 'expired' | 'left'>([
  ['session_over', 'expired'],
  ['session_not_found', 'left'],
  ['session_full', 'left'],
])
/** Errors that mean that nobody can order the dish. */
const GONE = ['item_unavailable', 'not_found']

/** Connection and clock of a page at a table; tests pass their own. */
export interface TableWiring {
  /** @returns false without a connection; the frame is then lost */
  send: (frame: ClientFrame) => boolean
  /** In milliseconds. */
  now: () => number
  /** Runs a function after this time. @returns a function that cancels it */
  after: (ms: number, run: () => void) => () => void
}

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

/** The order that a shared cart became. */
export type PlacedAtTable = FrameOf<'SESSION_COMPLETED'>['payload']

/** Called when something happens at the table. */
export interface TableListeners {
  /** The page's state has changed. */
  changed: (page: TablePage) => void
  /** The unconfirmed changes are others than before; the caller stores them. Undefined when the server has confirmed all. */
  unconfirmed: (kept: Unconfirmed | undefined) => void
  /** The server refused a frame; `message` is for the guest. If the frame was a change, the page has undone it. */
  refused: (message: string, code: string, change: TableChange | undefined) => void
  /** The server refused these lines, which came from the guest's own cart. */
  givenBack: (lines: readonly CarriedLine[]) => void
  /** How long the session still lasts, in seconds, and at which table it is: at each joining, and when either changes. */
  info: (info: FrameOf<'SESSION_INFO'>['payload']) => void
  /** Somebody else has joined. */
  joined: (name: string) => void
  allReady: () => void
  completed: (placed: PlacedAtTable) => void
  /** The session has ended without an order, or without this guest; `message` is for the guest. */
  over: (how: 'expired' | 'left', message: string) => void
}

/**
 * A page at a shared table. It joins the session, receives the cart, sends its changes no faster than the server allows,
 * repeats what was not answered, and rejoins after a lost connection. Its owner provides the connection and draws `view`.
 */
export class TablePage {
  readonly #sessionId: string
  readonly #around: TableWiring
  readonly #tell: Partial<TableListeners>
  readonly #pace: Pace
  /** Timers by the function that they will run, each with the function that cancels it. */
  readonly #waiting = new Map<() => void, () => void>()
  #view: TableState
  #isOpen = false
  /** The page name in the last JOIN_SESSION, and the one that the server has answered with a cart. */
  #askedAs = ''
  #joinedAs: string | undefined
  #isWholeAsked = false

  /** @param view from `newTableState`, or from `resume` with unconfirmed changes */
  constructor(sessionId: string, view: TableState, around: TableWiring, listeners: Partial<TableListeners>) {
    this.#sessionId = sessionId
    this.#view = view
    this.#around = around
    this.#tell = listeners
    this.#pace = new Pace(around.now)
  }

  get view(): TableState {
    return this.#view
  }

  /** Whether the page has received the cart on this connection, and so can change it. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** To be called when a connection opens, the first one or a new one. */
  opened(): void {
    this.lost()
    this.#join()
    this.#after(ASK_EVERY_MS, this.#ask)
  }

  /** To be called when the connection is lost or closed. All pending changes are kept, to be sent again. */
  lost(): void {
    for (const cancel of this.#waiting.values()) cancel()
    this.#waiting.clear()
    this.#isWholeAsked = false
    this.#joinedAs = undefined
    this.#isOpen = false
    this.#take(markUnsent(this.#view))
  }

  /** Changes the cart, or the guest's own ready mark. @returns false if `isOpen` is false; nothing has changed then */
  change(change: TableChange): boolean {
    if (!this.#isOpen) return false
    this.#changeTo(makeChange(this.#view, change))
    return true
  }

  /** Adds the lines of the guest's own cart to the shared cart. */
  carryOver(lines: readonly CarriedLine[]): void {
    this.#changeTo(withCarriedOver(this.#view, lines))
  }

  /** Requests the whole cart, unless a request is under way. */
  readonly askForWhole = (): void => {
    if (!this.#isWholeAsked) this.#isWholeAsked = this.#around.send({ type: 'GET_CART' })
  }

  /** Handles a frame from the server; frames that do not concern the table are ignored. */
  hear(frame: ServerFrame): void {
    if ('version' in frame) this.#heardCart(frame)
    else if (frame.type === 'PARTICIPANTS_UPDATED') this.#changeTo(receiveGuests(this.#view, frame.payload))
    else if (frame.type === 'ERROR') this.#heardError(frame)
    else if (frame.type === 'SESSION_COMPLETED') this.#heardEnd(frame)
    else if (frame.type === 'SESSION_INFO') this.#tell.info?.(frame.payload)
    else if (frame.type === 'PARTICIPANT_JOINED') this.#tell.joined?.(frame.payload.name)
    else if (frame.type === 'ALL_READY') this.#tell.allReady?.()
  }

  #join(): void {
    this.#joinedAs = undefined
    this.#askedAs = pageToJoinAs(this.#view)
    const payload = { sessionId: this.#sessionId, participantId: this.#view.own, page: this.#askedAs }
    this.#around.send({ type: 'JOIN_SESSION', payload })
  }

  readonly #ask = (): void => {
    // The last request may have been refused, or its answer may have come too early to be used.
    this.#isWholeAsked = false
    if (this.#joinedAs === undefined) this.#join()
    else if (this.#view.pending.some(({ isSent }) => isSent)) this.askForWhole()
    this.#after(ASK_EVERY_MS, this.#ask)
  }

  #heardCart(frame: Parameters<typeof receiveCart>[1]): void {
    const heard = receiveCart(this.#view, frame)
    if (heard === 'gap') this.askForWhole()
    if (frame.type === 'CART_ITEMS') {
      this.#isWholeAsked = false
      this.#joinedAs ??= this.#askedAs
      this.#isOpen = true
    }
    this.#changeTo(typeof heard === 'object' ? heard : this.#view)
  }

  #heardEnd({ payload, ref }: FrameOf<'SESSION_COMPLETED'>): void {
    // `ref` says which changes the order contains. The others are not in it and must not be sent again.
    this.#take(withoutDone(this.#view, ref))
    this.lost()
    this.#tell.completed?.(payload)
  }

  #heardError({ payload: { message, code = '' }, ref }: FrameOf<'ERROR'>): void {
    // A ref below zero belongs to WATCH_ORDER, which uses the same connection.
    if (ref !== undefined && ref < 0) return
    if (ref === undefined && this.#isWholeAsked) {
      this.#isWholeAsked = false
      this.#after(ASK_AGAIN_MS, this.askForWhole)
    }
    if (code === 'too_many_frames') {
      this.#pace.tooMuch()
      this.#changeTo(ref === undefined ? this.#view : receiveTooManyFrames(this.#view, ref))
      return
    }
    // The change came too late. Another frame says how the session ended, and what the order contains.
    if (code === 'session_over' && ref !== undefined) return
    const over = OVER.get(code)
    if (over) {
      this.#tell.over?.(over, message)
      return
    }
    const change = this.#view.pending.find((waiting) => waiting.ref === ref)?.change
    this.#tell.refused?.(message, code, change)
    if (change?.kind === 'add' && change.isCarried && !GONE.includes(code)) this.#giveBack(change)
    this.#changeTo(ref === undefined ? this.#view : receiveRefusal(this.#view, ref))
  }

  #giveBack({ dish, quantity }: Extract<TableChange, { kind: 'add' }>): void {
    const noted = this.#view.pending.flatMap(({ change }) =>
      change.kind === 'set' && change.menuItemId === dish.id && change.notes ? [change.notes] : [],
    )
    this.#tell.givenBack?.([{ dish, quantity, notes: noted[0] }])
  }

  #changeTo(view: TableState): void {
    this.#take(view)
    this.#sayPending()
  }

  #take(view: TableState, says: readonly ChangeFrame[] = []): void {
    const { pending } = this.#view
    this.#view = view
    // A listener may make another change: these frames must be sent before it.
    for (const frame of says) this.#around.send(frame)
    const isKept = pending.length > 0 || view.pending.length > 0
    if (isKept && view.pending !== pending) this.#tell.unconfirmed?.(unconfirmed(view, this.#sessionId))
    this.#tell.changed?.(this)
  }

  readonly #sayPending = (): void => {
    if (this.#joinedAs === undefined) return
    if (pageToJoinAs(this.#view) !== this.#joinedAs) {
      this.#join()
      return
    }
    const { view, says } = nextFrames(this.#view, this.#pace.allowed)
    this.#pace.said(says.length)
    if (says.length > 0 || view.pending.length < this.#view.pending.length) this.#take(view, says)
    if (this.#view.pending.some(({ isSent }) => !isSent)) this.#after(SAY_AGAIN_MS, this.#sayPending)
  }

  /** Runs a function once after this time, unless the connection is lost before. */
  #after(ms: number, run: () => void): void {
    if (this.#waiting.has(run)) return
    const runs = () => {
      this.#waiting.delete(run)
      run()
    }
    this.#waiting.set(run, this.#around.after(ms, runs))
  }
}
