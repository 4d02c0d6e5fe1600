import type { ErrorBody } from '#shared/contracts/errors.ts'
import type { OrderRequest, PlacedOrder, placeOrder, withdrawOrder } from '#shared/contracts/orders.ts'
import { callApi, isServerReachable } from '../../lib/api/api.ts'
import { followOtherTabs, type Stored, stored } from '../../lib/browser/storage.ts'
import { randomKey } from '../../lib/changes/add-once.ts'
import {
  ATTEMPT_TIMEOUT_MS,
  type AttemptOutcome,
  type CheckoutEvent,
  type CheckoutState,
  nextState,
  type OrderAttempt,
  outcomeOfError,
  type ShownDish,
  unfinished,
} from './attempt.ts'

interface Dependencies {
  /** Sends an attempt once; throws what `callApi` throws. */
  send: (attempt: OrderAttempt) => Promise<PlacedOrder>
  /** Asks whether an attempt arrived; null if it did not, and never will. */
  withdraw: (attempt: OrderAttempt) => Promise<PlacedOrder | null>
  /** Whether the browser reports to be online, which may be wrong. */
  isOnline: () => boolean
  isReachable: () => Promise<boolean>
  stored: Pick<Stored<OrderAttempt>, 'read' | 'write' | 'clear'>
  newKey: () => string
  now: () => number
}

export interface CheckoutFollower {
  /** The order was placed. Called in one tab only, even if several tabs have the same attempt. */
  placed?: (attempt: OrderAttempt, placed: PlacedOrder) => void
  refused?: (refusal: Partial<ErrorBody>, attempt: OrderAttempt) => void
  open?: () => void
}

/**
 * Runs attempts to order, one at a time. Stores key and body before sending, and drops them only when the server has
 * decided or, if nothing was sent, when the guest discards them (docs/product/checkout.md#checkout-attempt).
 */
export class Checkout {
  #state: CheckoutState = { phase: 'idle' }
  readonly #dependencies: Dependencies
  /** Whether the attempt was stored. Only then does its absence from storage mean that another tab has settled it. */
  #isStored: boolean
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<CheckoutFollower>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    const attempt = dependencies.stored.read()
    this.#isStored = attempt !== undefined
    if (attempt) this.#dispatch({ type: 'found', attempt })
  }

  readonly state = (): CheckoutState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Registers callbacks. @returns a function that removes them */
  follow(follower: CheckoutFollower): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  /** Whether the attempt will be lost with this page, because the browser stores nothing. */
  get isUnstored(): boolean {
    return !this.#isStored
  }

  /** Places an order. If an attempt is waiting or open, in this tab or another, that one is sent instead, unchanged. */
  async place(body: OrderRequest, shown: readonly ShownDish[] = []): Promise<void> {
    const earlier = this.#dependencies.stored.read()
    if (earlier) {
      this.#restore(earlier)
      return this.resend()
    }
    const attempt = { key: this.#dependencies.newKey(), body, shown, at: this.#dependencies.now(), isUnsent: true }
    if (!this.#dispatch({ type: 'begin', attempt })) return
    if (!this.#dependencies.isOnline()) {
      // Stored before the connection is checked, since it may have to wait.
      this.#store(attempt)
      if (!(await this.#isConnected(attempt))) return
    }
    await this.#send()
  }

  /** Sends the same body under the same key again. Asks the guest first if it is old, unless `isWanted` is set. */
  async resend(isWanted = false): Promise<void> {
    this.syncWithStorage()
    if (!this.#dispatch({ type: 'resend', now: this.#dependencies.now(), isWanted }) || this.#state.phase !== 'sending')
      return
    const { attempt } = this.#state
    if (!attempt.isUnsent || (await this.#isConnected(attempt))) await this.#send()
  }

  /** Asks whether an open attempt arrived, and withdraws it if not. @returns whether it was withdrawn */
  async withdraw(): Promise<boolean> {
    this.syncWithStorage()
    if (
      this.#state.phase !== 'open' ||
      !this.#dispatch({ type: 'resend', now: this.#dependencies.now(), isWanted: true })
    )
      return false
    return (await this.#send('withdraw')) === 'withdrawn'
  }

  /** Closes the question about an old attempt without a decision. */
  decideLater(): void {
    this.#dispatch({ type: 'postponed' })
  }

  /** Drops the attempt. @returns false if it must stay, because it may have been received and can be sent again */
  discard(): boolean {
    this.syncWithStorage()
    if (!this.#dispatch({ type: 'discarded', now: this.#dependencies.now() })) return false
    if (this.#isStored) this.#dependencies.stored.clear()
    return true
  }

  /** Must be called when the guest has seen the error or the success; allows the next order. */
  acknowledge(): void {
    this.#dispatch({ type: 'acknowledged' })
  }

  /** Takes over what another tab has done: settled or sent the attempt that this tab shows, or stored another one. */
  syncWithStorage(): void {
    const state = this.#state
    const attempt = this.#dependencies.stored.read()
    if (state.phase === 'idle' && attempt?.isUnsent) this.#restore(attempt)
    if ((state.phase !== 'waiting' && state.phase !== 'open') || !this.#isStored) return
    const isSent = state.phase === 'waiting' && !attempt?.isUnsent
    if (attempt?.key === state.attempt.key && !isSent) return
    this.#setState(attempt ? unfinished(attempt) : { phase: 'idle' })
  }

  #restore(attempt: OrderAttempt): void {
    this.#isStored = true
    this.#dispatch({ type: 'found', attempt })
  }

  /** Checks the connection. If it fails, or if another tab has settled the attempt meanwhile, ends the sending. */
  async #isConnected(attempt: OrderAttempt): Promise<boolean> {
    const isReachable = await this.#dependencies.isReachable()
    if (isReachable && !this.#isSettledElsewhere(attempt)) return true
    this.#dispatch({ type: 'ended', outcome: { kind: 'unsent' } })
    this.syncWithStorage()
    return false
  }

  /** Stores the attempt. If that fails, removes the older copy, which would claim that nothing was sent. */
  #store(attempt: OrderAttempt): void {
    this.#isStored = this.#dependencies.stored.write(attempt)
    if (!this.#isStored) this.#dependencies.stored.clear()
  }

  async #send(how: 'send' | 'withdraw' = 'send'): Promise<AttemptOutcome['kind'] | undefined> {
    const isFirstTime = this.#dispatch({ type: 'sendingStarted' })
    if (this.#state.phase !== 'sending') return undefined
    const { attempt } = this.#state
    if (isFirstTime) this.#store(attempt)
    const outcome = await this.#dependencies[how](attempt).then(
      (placed): AttemptOutcome => (placed ? { kind: 'placed', placed } : { kind: 'withdrawn' }),
      // A refused question says nothing about the order.
      (error): AttemptOutcome => (how === 'send' ? outcomeOfError(error) : { kind: 'open' }),
    )
    const isFirstTab = outcome.kind === 'open' || this.#settle(attempt)
    this.#dispatch({ type: 'ended', outcome })
    for (const follower of this.#followers) {
      if (outcome.kind === 'placed') isFirstTab && follower.placed?.(attempt, outcome.placed)
      else if (outcome.kind === 'refused') follower.refused?.(outcome.refusal, attempt)
      else follower.open?.()
    }
    return outcome.kind
  }

  /** Drops the attempt from storage. @returns false if another tab has done so already */
  #settle(attempt: OrderAttempt): boolean {
    if (this.#isSettledElsewhere(attempt)) return false
    if (this.#isStored) this.#dependencies.stored.clear()
    return true
  }

  #isSettledElsewhere({ key }: OrderAttempt): boolean {
    return this.#isStored && this.#dependencies.stored.read()?.key !== key
  }

  #dispatch(event: CheckoutEvent): boolean {
    const next = nextState(this.#state, event)
    if (next === this.#state) return false
    this.#setState(next)
    return true
  }

  #setState(state: CheckoutState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** Where an undecided attempt is stored, so that it survives a reload. */
export function attemptStore(name: string, version: number): Stored<OrderAttempt> {
  return stored(name, version, parseStoredAttempt)
}

// Checks only what this code relies on: the page wrote the value itself, and the server checks the body.
function parseStoredAttempt(value: unknown): OrderAttempt | undefined {
  const attempt = value as Partial<OrderAttempt> | null
  const isValid =
    typeof attempt?.key === 'string' &&
    typeof attempt.at === 'number' &&
    Array.isArray(attempt.body?.items) &&
    typeof attempt.body.total === 'number'
  return isValid ? (attempt as OrderAttempt) : undefined
}

/** A checkout whose attempt this browser stores, for all its tabs. */
export function openCheckout(storedAttempt: Stored<OrderAttempt>): Checkout {
  const checkout = new Checkout({
    send: ({ key, body }) =>
      callApi<typeof placeOrder>('POST /api/orders 201', {
        body,
        headers: { 'Idempotency-Key': key },
        timeout: ATTEMPT_TIMEOUT_MS,
      }),
    withdraw: async ({ key }) =>
      (
        await callApi<typeof withdrawOrder>('POST /api/orders/withdraw', {
          headers: { 'Idempotency-Key': key },
          timeout: ATTEMPT_TIMEOUT_MS,
        })
      ).placed,
    isOnline: () => navigator.onLine,
    isReachable: isServerReachable,
    stored: storedAttempt,
    newKey: randomKey,
    now: () => Date.now(),
  })
  followOtherTabs(storedAttempt, () => checkout.syncWithStorage())
  return checkout
}
