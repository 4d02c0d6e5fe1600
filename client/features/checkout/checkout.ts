import type { ErrorBody } from '#shared/contracts/errors.ts'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import type { DishPrice } from '#shared/domain/cart.ts'
import type { Stored } from '../../lib/storage.ts'
import {
  type AttemptOutcome,
  type CheckoutEvent,
  type CheckoutState,
  nextState,
  type OrderAttempt,
  outcomeOfError,
} from './attempt.ts'

interface Needs {
  /** Sends an attempt once; throws what `callApi` throws. */
  send: (attempt: OrderAttempt) => Promise<PlacedOrder>
  stored: Pick<Stored<OrderAttempt>, 'read' | 'write' | 'clear'>
  newKey: () => string
}

/** What the rest of the page does at the end of an attempt. */
export interface CheckoutFollower {
  /** Called in one tab only, where several had the same attempt. */
  placed?: (attempt: OrderAttempt, placed: PlacedOrder) => void
  refused?: (refusal: Partial<ErrorBody>) => void
  open?: () => void
}

/** Drives attempts one at a time: keeps key and body before sending, and drops them only when the server has decided. */
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

  /** Orders at the prices shown. An attempt that is still open, in this tab or another, is sent first, unchanged. */
  async place(body: OrderRequest, shown?: readonly DishPrice[]): Promise<void> {
    const earlier = this.#needs.stored.read()
    if (earlier) {
      this.#isKept = true
      this.#go({ type: 'found', attempt: earlier })
      return this.again()
    }
    const attempt = { key: this.#needs.newKey(), body, shown, at: Date.now() }
    if (!this.#go({ type: 'begin', attempt })) return
    this.#isKept = this.#needs.stored.write(attempt)
    await this.#send(attempt)
  }

  /** The same body under the same key once more. */
  async again(): Promise<void> {
    this.look()
    const before = this.#state
    if (before.phase === 'open' && this.#go({ type: 'again' })) await this.#send(before.attempt)
  }

  /** The guest has seen the refusal or the success: the next order can begin. */
  acknowledge(): void {
    this.#go({ type: 'acknowledged' })
  }

  /** Checks whether another tab has settled the attempt that this tab still shows as open, or has begun another. */
  look(): void {
    if (this.#state.phase !== 'open' || !this.#isKept) return
    const attempt = this.#needs.stored.read()
    if (attempt?.key === this.#state.attempt.key) return
    this.#state = attempt ? { phase: 'open', attempt } : { phase: 'idle' }
    for (const listener of this.#listeners) listener()
  }

  async #send(attempt: OrderAttempt): Promise<void> {
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
  #settle({ key }: OrderAttempt): boolean {
    if (!this.#isKept) return true
    if (this.#needs.stored.read()?.key !== key) return false
    this.#needs.stored.clear()
    return true
  }

  #go(event: CheckoutEvent): boolean {
    const next = nextState(this.#state, event)
    if (next === this.#state) return false
    this.#state = next
    for (const listener of this.#listeners) listener()
    return true
  }
}
