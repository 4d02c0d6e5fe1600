import { randomBytes } from 'node:crypto'
import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import { type CarriedLine, carryOver } from '#shared/domain/carry-over.ts'
import { Pace } from '#shared/domain/pace.ts'
import type { TableChange } from '#shared/domain/table-changes.ts'
import {
  forgetSaid,
  hearCart,
  hearGuests,
  hearRefusal,
  hearTooMuch,
  makeChange,
  newTableView,
  pageOf,
  type SaidChange,
  sayChanges,
  type TableView,
  withoutDone,
} from '#shared/domain/table-view.ts'
import { goOn, type Unconfirmed, unconfirmed } from '#shared/domain/unconfirmed.ts'

const AGAIN_MS = 50

export interface PageEvents {
  say: (frame: ClientFrame) => void
  /** The server's cart contains it now. */
  done: (change: TableChange) => void
  refused: (change: TableChange) => void
}

/** A guest's page by the product's own rules (shared/domain: table view, carry over, pace), without a screen. */
export class TablePage {
  view: TableView
  readonly #seat: { sessionId: string; participantId: string }
  readonly #events: PageEvents
  readonly #pace = new Pace(Date.now)
  #askedAs = ''
  /** The name it has joined under, once that was answered with the cart. */
  #joinedAs: string | undefined
  #again: NodeJS.Timeout | undefined
  /** What it said under the name it has joined by. */
  #said: SaidChange[] = []

  /** @param before what a page before this one left unconfirmed */
  constructor(seat: { sessionId: string; participantId: string }, before: Unconfirmed | undefined, events: PageEvents) {
    this.#seat = seat
    this.#events = events
    const view = newTableView(seat.participantId, newKey())
    this.view = before?.sessionId === seat.sessionId ? goOn(view, before) : view
  }

  /** Whether the server's cart was heard on this connection. */
  get isOpen(): boolean {
    return this.view.isHeard
  }

  get unconfirmed(): Unconfirmed | undefined {
    return unconfirmed(this.view, this.#seat.sessionId)
  }

  join(): void {
    this.#joinedAs = undefined
    this.#said = []
    this.#askedAs = pageOf(this.view)
    this.#events.say({ type: 'JOIN_SESSION', payload: { ...this.#seat, page: this.#askedAs } })
  }

  lost(): void {
    clearTimeout(this.#again)
    this.#again = undefined
    this.#joinedAs = undefined
    this.view = forgetSaid(this.view)
  }

  change(change: TableChange): void {
    this.view = makeChange(this.view, change)
    this.#sayPending()
  }

  carry(lines: readonly CarriedLine[]): void {
    this.view = carryOver(this.view, lines)
    this.#sayPending()
  }

  /** Says the last changes that are done once more, as they were said. */
  repeat(): void {
    const isDone = ({ ref }: SaidChange) => !this.view.pending.some((waiting) => waiting.ref === ref)
    for (const frame of this.#said.filter(isDone).slice(-4)) this.#events.say(frame)
  }

  /** The session became an order, which contains the changes up to this one. */
  ended(ref: number | undefined): void {
    this.view = forgetSaid(withoutDone(this.view, ref))
  }

  hear(frame: ServerFrame): void {
    if (frame.type === 'PARTICIPANTS_UPDATED') this.view = hearGuests(this.view, frame.payload)
    else if (frame.type === 'ERROR') this.#refused(frame)
    else if ('version' in frame) {
      const before = this.view.pending
      const heard = hearCart(this.view, frame)
      if (heard === 'gap') this.#events.say({ type: 'GET_CART' })
      else if (heard !== 'old') this.view = heard
      if (frame.type === 'CART_ITEMS') this.#joinedAs ??= this.#askedAs
      const isLeft = (change: TableChange) => this.view.pending.some((waiting) => waiting.change === change)
      for (const { change } of before) if (!isLeft(change)) this.#events.done(change)
    }
    this.#sayPending()
  }

  #refused({ payload: { code }, ref }: Extract<ServerFrame, { type: 'ERROR' }>): void {
    const refused = this.view.pending.find((waiting) => waiting.ref === ref)
    if (ref === undefined || !refused) return
    if (code === 'too_many_frames') {
      this.#pace.tooMuch()
      this.view = hearTooMuch(this.view, ref)
    } else {
      this.view = hearRefusal(this.view, ref)
      this.#events.refused(refused.change)
    }
  }

  #sayPending(): void {
    if (!this.isOpen || this.#joinedAs === undefined) return
    if (pageOf(this.view) !== this.#joinedAs) {
      this.join()
      return
    }
    const { view, says } = sayChanges(this.view, this.#pace.allowed)
    this.view = view
    this.#pace.said(says.length)
    this.#said.push(...says)
    for (const frame of says) this.#events.say(frame)
    if (view.pending.some(({ isSaid }) => !isSaid)) this.#again ??= setTimeout(() => this.#sayAgain(), AGAIN_MS)
  }

  #sayAgain(): void {
    this.#again = undefined
    this.#sayPending()
  }
}

const newKey = () => randomBytes(12).toString('base64url')
