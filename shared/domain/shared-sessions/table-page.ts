import type { ClientFrame, ServerFrame } from '../../contracts/live.ts'
import { type CarriedLine, withCarriedOver } from './carry-over.ts'
import { Pace } from './pace.ts'
import type { TableChange } from './table-changes.ts'
import {
  markUnsent,
  receiveCart,
  receiveGuests,
  receiveRefusal,
  receiveTooManyFrames,
  makeChange,
  pageToJoinAs,
  type ChangeFrame,
  nextFrames,
  type TableState,
  withoutDone,
} from './table-view.ts'
import { type Unconfirmed, unconfirmed } from './unconfirmed.ts'

/** What the server has not answered by then is asked about. */
const ASK_EVERY_MS = 8_000
/** What may not be said yet is looked at again after this, and an answer that was refused asked for again. */
const SAY_AGAIN_MS = 150
const ASK_AGAIN_MS = 1_000
/** How a session ends for a page: its time is up, its guest has left it, perhaps in another tab, or all seats are taken. */
const OVER = new Map<string, 'expired' | 'left'>([
  ['session_over', 'expired'],
  ['session_not_found', 'left'],
  ['session_full', 'left'],
])
/** With these the dish itself is gone, and nobody can order it. */
const GONE = ['item_unavailable', 'not_found']

/** Everything outside that a page at a table needs, so that tests can hold the clock and the wire. */
export interface TableWiring {
  /** @returns whether there was a connection to say it on */
  send: (frame: ClientFrame) => boolean
  /** In milliseconds. */
  now: () => number
  /** Runs it later; the function returned takes that back. */
  after: (ms: number, run: () => void) => () => void
}

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

/** The order that a shared cart became. */
export type PlacedAtTable = FrameOf<'SESSION_COMPLETED'>['payload']

/** What a page tells of its table, to whoever wants to know. */
export interface TableListeners {
  /** What it knows is another now. */
  changed: (page: TablePage) => void
  /** What is not confirmed is another now: to be kept outside the page; undefined when all is confirmed. */
  unconfirmed: (kept: Unconfirmed | undefined) => void
  /** The server refused something that was said, in its own words; the change is taken back, where it was one. */
  refused: (message: string, code: string, change: TableChange | undefined) => void
  /** The table will not have these, which came from the guest's own cart. */
  givenBack: (lines: readonly CarriedLine[]) => void
  timeLeft: (seconds: number) => void
  /** Somebody else has joined. */
  joined: (name: string) => void
  allReady: () => void
  completed: (placed: PlacedAtTable) => void
  /** The session is over without an order, or this page's guest is out of it; in the server's own words. */
  over: (how: 'expired' | 'left', message: string) => void
}

/**
 * A page at a shared table: joins, hears the cart, says its changes at the pace the server reads, asks again for what is
 * not answered, and comes back after a lost connection. Whoever owns it connects it and draws what it knows.
 */
export class TablePage {
  readonly #sessionId: string
  readonly #around: TableWiring
  readonly #tell: Partial<TableListeners>
  readonly #pace: Pace
  /** What waits to be done, and how to take that back. */
  readonly #waiting = new Map<() => void, () => void>()
  #view: TableState
  #isOpen = false
  /** The name under which it joins, and under which it has joined, once the server has answered with the cart. */
  #askedAs = ''
  #joinedAs: string | undefined
  #isWholeAsked = false

  /** @param view as it sits down: new, or going on with what is unconfirmed */
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

  /** Whether the server's cart was heard on this connection: changes can be made. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** To be called when the connection is there, also where it is another one than before. */
  opened(): void {
    this.lost()
    this.#join()
    this.#after(ASK_EVERY_MS, this.#ask)
  }

  /** To be called when the connection is gone, or given up: nothing counts as said, and nothing is forgotten. */
  lost(): void {
    for (const cancel of this.#waiting.values()) cancel()
    this.#waiting.clear()
    this.#isWholeAsked = false
    this.#joinedAs = undefined
    this.#isOpen = false
    this.#take(markUnsent(this.#view))
  }

  /** Changes the cart, or one's own ready mark. @returns false before the cart was heard, and then nothing is done */
  change(change: TableChange): boolean {
    if (!this.#isOpen) return false
    this.#changeTo(makeChange(this.#view, change))
    return true
  }

  /** Puts what lay in the guest's own cart into the table's. */
  carryOver(lines: readonly CarriedLine[]): void {
    this.#changeTo(withCarriedOver(this.#view, lines))
  }

  /** Asks for the whole cart, unless that is being answered. */
  readonly askForWhole = (): void => {
    if (!this.#isWholeAsked) this.#isWholeAsked = this.#around.send({ type: 'GET_CART' })
  }

  /** Takes in what the server says; what is none of the table's is passed over. */
  hear(frame: ServerFrame): void {
    if ('version' in frame) this.#heardCart(frame)
    else if (frame.type === 'PARTICIPANTS_UPDATED') this.#changeTo(receiveGuests(this.#view, frame.payload))
    else if (frame.type === 'ERROR') this.#heardError(frame)
    else if (frame.type === 'SESSION_COMPLETED') this.#heardEnd(frame)
    else if (frame.type === 'SESSION_INFO') this.#tell.timeLeft?.(frame.payload.timeRemaining)
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
    // An answer may have been refused, or come while it could not be used.
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
    // The order says what it contains: whatever is left is not in it, though it was said, and is not said again.
    this.#take(withoutDone(this.#view, ref))
    this.lost()
    this.#tell.completed?.(payload)
  }

  #heardError({ payload: { message, code = '' }, ref }: FrameOf<'ERROR'>): void {
    // A number below zero is that of a question about an order, asked on the same connection.
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
    // That a change came too late: whether the session ended in an order, and what that contains, is told to every page.
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
    // Whoever is told of it may change something else: what goes first is said by then.
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

  /** Does it once after this time, but for a connection that is lost before. */
  #after(ms: number, run: () => void): void {
    if (this.#waiting.has(run)) return
    const runs = () => {
      this.#waiting.delete(run)
      run()
    }
    this.#waiting.set(run, this.#around.after(ms, runs))
  }
}
