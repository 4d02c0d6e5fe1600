import type { ErrorBody } from '#shared/contracts/errors.ts'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import type { Stored } from '../../lib/browser/storage.ts'
import {
  type AttemptOutcome,
  atRest,
  type CheckoutEvent,
  type CheckoutState,
  nextState,
  type OrderAttempt,
  outcomeOfError,
  type ShownDish,
} from './attempt/attempt.ts'

interface Needs {
  /** Sends an attempt once; throws what `callApi` throws. */
  send: (attempt: OrderAttempt) => Promise<PlacedOrder>
  /** Whether the browser believes that it is connected. It may be wrong. */
  isOnline: () => boolean
  /** Whether the server answers. */
  isReachable: () => Promise<boolean>
  stored: Pick<Stored<OrderAttempt>, 'read' | 'write' | 'clear'>
  newKey: () => string
  /** In milliseconds. */
  now: () => number
}

/** What the rest of the page does at the end of an attempt. */
export interface CheckoutFollower {
  /** Called in one tab only, where several had the same attempt. */
  placed?: (attempt: OrderAttempt, placed: PlacedOrder) => void
  refused?: (refusal: Partial<ErrorBody>) => void
  open?: () => void
}

/**
 * Drives attempts one at a time: keeps key and body before sending, and drops them only when the server has decided, or,
 * as long as nothing was sent, the guest (docs/product.md#checkout-attempt).
 */
export class Checkout {
  #state: CheckoutState = { phase: 'idle' }
  readonly #needs: Needs
  /** Whether the attempt was stored. If not, a storage without it does not mean that another tab has settled it. */
  #isKept: boolean
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<CheckoutFollower>()

  constructor(needs: Needs) {
    this.#needs = needs
    const attempt = needs.stored.read()
    this.#isKept = attempt !== undefined
    if (attempt) this.#go({ type: 'found', attempt })
  }

  readonly state = (): CheckoutState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  follow(follower: CheckoutFollower): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  /** Whether the attempt is lost with this page: the browser stores nothing. */
  get isForgetful(): boolean {
    return !this.#isKept
  }

  /** Orders what is shown. An attempt that waits or is open, in this tab or another, is sent first, unchanged. */
  async place(body: OrderRequest, shown?: readonly ShownDish[]): Promise<void> {
    const earlier = this.#needs.stored.read()
    if (earlier) {
      this.#find(earlier)
      return this.again()
    }
    const attempt = { key: this.#needs.newKey(), body, shown, at: this.#needs.now(), isUnsent: true }
    if (!this.#go({ type: 'begin', attempt })) return
    if (!this.#needs.isOnline()) {
      // It may have to wait. Otherwise other tabs need not hear of it before it is sent.
      this.#keep(attempt)
      if (!(await this.#isConnected(attempt))) return
    }
    await this.#send()
  }

  /** The same body under the same key once more. Asks first where it is old; `isWanted`: the guest has said yes. */
  async again(isWanted = false): Promise<void> {
    this.look()
    if (!this.#go({ type: 'again', now: this.#needs.now(), isWanted }) || this.#state.phase !== 'sending') return
    const { attempt } = this.#state
    if (!attempt.isUnsent || (await this.#isConnected(attempt))) await this.#send()
  }

  /** The guest was asked about an old attempt, and has not decided: it stays as it is. */
  keep(): void {
    this.#go({ type: 'kept' })
  }

  /** The guest no longer wants the attempt. @returns false where it stays: it may have arrived, and may be sent again */
  discard(): boolean {
    this.look()
    if (!this.#go({ type: 'discarded', now: this.#needs.now() })) return false
    if (this.#isKept) this.#needs.stored.clear()
    return true
  }

  /** The guest has seen the refusal or the success: the next order can begin. */
  acknowledge(): void {
    this.#go({ type: 'acknowledged' })
  }

  /** Checks what another tab has done: settled the attempt that this tab shows, sent it, begun another, or left one waiting. */
  look(): void {
    const state = this.#state
    const attempt = this.#needs.stored.read()
    if (state.phase === 'idle' && attempt?.isUnsent) this.#find(attempt)
    if ((state.phase !== 'waiting' && state.phase !== 'open') || !this.#isKept) return
    const isSent = state.phase === 'waiting' && !attempt?.isUnsent
    if (attempt?.key === state.attempt.key && !isSent) return
    this.#become(attempt ? atRest(attempt) : { phase: 'idle' })
  }

  #find(attempt: OrderAttempt): void {
    this.#isKept = true
    this.#go({ type: 'found', attempt })
  }

  /** Asks the server whether it is there. If not, or if another tab has settled the attempt meanwhile, nothing is sent. */
  async #isConnected(attempt: OrderAttempt): Promise<boolean> {
    const isReachable = await this.#needs.isReachable()
    if (isReachable && !this.#isSettledElsewhere(attempt)) return true
    this.#go({ type: 'ended', outcome: { kind: 'unsent' } })
    this.look()
    return false
  }

  /** What cannot be stored as it is now must not be there in an older form either: it would claim to be unsent. */
  #keep(attempt: OrderAttempt): void {
    this.#isKept = this.#needs.stored.write(attempt)
    if (!this.#isKept) this.#needs.stored.clear()
  }

  async #send(): Promise<void> {
    const isFirstTime = this.#go({ type: 'left' })
    if (this.#state.phase !== 'sending') return
    const { attempt } = this.#state
    if (isFirstTime) this.#keep(attempt)
    const outcome = await this.#needs
      .send(attempt)
      .then((placed): AttemptOutcome => ({ kind: 'placed', placed }), outcomeOfError)
    const isFirst = outcome.kind === 'open' || this.#settle(attempt)
    this.#go({ type: 'ended', outcome })
    for (const follower of this.#followers) {
      if (outcome.kind === 'placed') isFirst && follower.placed?.(attempt, outcome.placed)
      else if (outcome.kind === 'refused') follower.refused?.(outcome.refusal)
      else follower.open?.()
    }
  }

  /** Drops the attempt from storage. @returns false where another tab has done so already */
  #settle(attempt: OrderAttempt): boolean {
    if (this.#isSettledElsewhere(attempt)) return false
    if (this.#isKept) this.#needs.stored.clear()
    return true
  }

  #isSettledElsewhere({ key }: OrderAttempt): boolean {
    return this.#isKept && this.#needs.stored.read()?.key !== key
  }

  #go(event: CheckoutEvent): boolean {
    const next = nextState(this.#state, event)
    if (next === this.#state) return false
    this.#become(next)
    return true
  }

  #become(state: CheckoutState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
