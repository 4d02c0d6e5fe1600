import type { ErrorBody } from '#shared/contracts/errors.ts'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import type { Named } from '#shared/domain/language.ts'
import type { SeenPrice } from '#shared/domain/orders/cart.ts'
import { RequestError } from '../../lib/api/request-error.ts'

/*
 * One attempt to order, as a pure state machine. Its rule: once a body was sent under an idempotency key, the two
 * belong together until the server has responded 201 or has rejected the order itself. After anything else (no
 * response, a server error, a rate limit), the outcome is open, and only the same body is sent again under the same
 * key. An attempt that was certainly not sent waits instead (docs/product/checkout.md#checkout-waiting).
 */

/** The body of an order, which never changes, and the idempotency key under which it is sent. */
export interface OrderAttempt {
  key: string
  body: OrderRequest
  /** The dishes as the guest saw them: to name them, and to show later which prices have changed. */
  shown: readonly ShownDish[]
  /** When it was made, in milliseconds by this phone's clock. */
  at: number
  /** Whether it was certainly not sent. */
  isUnsent: boolean
}

/** A dish as the guest saw it when ordering. */
export type ShownDish = SeenPrice & Named & { options?: readonly ({ id: number; price: number } & Named)[] }

export type CheckoutState =
  | { phase: 'idle' }
  /** `resentFrom`: the phase before the guest sent it again; undefined for the first time. */
  | { phase: 'sending'; attempt: OrderAttempt; resentFrom?: Unfinished['phase'] }
  /** `askedAt`: since when the guest is asked whether this old order is still wanted, in milliseconds. */
  | { phase: 'waiting'; attempt: OrderAttempt; askedAt?: number }
  /** `serverMessage`: the message of an error that does not decide about the order, such as a rate limit. */
  | { phase: 'open'; attempt: OrderAttempt; serverMessage?: string; askedAt?: number }
  | { phase: 'refused'; attempt: OrderAttempt; refusal: Partial<ErrorBody> }
  | { phase: 'placed'; attempt: OrderAttempt; placed: PlacedOrder }

type Unfinished = Extract<CheckoutState, { phase: 'waiting' | 'open' }>
/** An attempt that the person is asked about: whether it is still wanted. */
export type AskedAttempt = Unfinished & { askedAt: number }

/** The result of sending. `unsent`: nothing was sent, because there is no connection. */
export type AttemptOutcome =
  | { kind: 'placed'; placed: PlacedOrder }
  | { kind: 'refused'; refusal: Partial<ErrorBody> }
  | { kind: 'open'; serverMessage?: string }
  | { kind: 'unsent' }
  /** It never arrived, and is not accepted any more. */
  | { kind: 'withdrawn' }

export type CheckoutEvent =
  | { type: 'found'; attempt: OrderAttempt }
  | { type: 'begin'; attempt: OrderAttempt }
  /** `isWanted`: the guest has confirmed that the old order is still wanted. */
  | { type: 'resend'; now: number; isWanted?: boolean }
  | { type: 'postponed' }
  | { type: 'discarded'; now: number }
  | { type: 'sendingStarted' }
  | { type: 'ended'; outcome: AttemptOutcome }
  | { type: 'acknowledged' }

/** How long a request waits for a response; the order may have been received even without one. */
export const ATTEMPT_TIMEOUT_MS = 15_000
/** An older order is sent only after the guest has confirmed it (docs/product/checkout.md#checkout-still-wanted). */
export const ASK_AFTER_MS = 30 * 60_000
/** How long repeating is safe: the server forgets a key after seven days; an hour of that is margin. */
const MAX_REPEAT_AGE_MS = (7 * 24 - 1) * 60 * 60_000

/** Whether the guest must confirm it (docs/product/checkout.md#checkout-still-wanted), also at an impossible age. */
export function isOld({ at }: OrderAttempt, now: number): boolean {
  const age = now - at
  return !(age >= 0 && age < ASK_AFTER_MS)
}

/** Whether sending the attempt can make one order at most. */
export function isSafeToSend({ at, isUnsent }: OrderAttempt, now: number): boolean {
  return isUnsent || now - at < MAX_REPEAT_AGE_MS
}

/** Whether the guest may drop the attempt: it was certainly not sent, or it can no longer be repeated. */
export function isDiscardable(attempt: OrderAttempt, now: number): boolean {
  return attempt.isUnsent || !isSafeToSend(attempt, now)
}

/** Whether the attempt's dishes may have been ordered, or may still be: they must not be ordered in another way. */
export function isUndecided(state: CheckoutState): boolean {
  return state.phase === 'sending' || isUnfinished(state)
}

/**
 * What the guest is shown: the attempt waits, or its outcome is open; undefined while it is sent for the first time.
 */
export function phaseOf(state: CheckoutState): Unfinished['phase'] | undefined {
  if (state.phase === 'sending') return state.resentFrom
  return isUnfinished(state) ? state.phase : undefined
}

/** The outcome after an error: the order was rejected, or its outcome is open. */
export function outcomeOfError(error: unknown): AttemptOutcome {
  if (!(error instanceof RequestError)) return { kind: 'open' }
  if (error.isDecision) return { kind: 'refused', refusal: error.body }
  return { kind: 'open', serverMessage: error.status < 500 ? error.serverMessage : undefined }
}

/** The next state. An event that does not apply (a second tap) returns the same state. */
export function nextState(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'found':
      return state.phase === 'idle' || state.phase === 'refused' ? unfinished(event.attempt) : state
    case 'begin':
      return state.phase === 'idle' || state.phase === 'refused' ? { phase: 'sending', attempt: event.attempt } : state
    case 'resend':
      return isUnfinished(state) ? resend(state, event) : state
    case 'postponed':
      return isAsking(state) ? { ...state, askedAt: undefined } : state
    case 'discarded':
      return isUnfinished(state) && isDiscardable(state.attempt, event.now) ? { phase: 'idle' } : state
    case 'sendingStarted':
      return state.phase === 'sending' && state.attempt.isUnsent
        ? { ...state, attempt: { ...state.attempt, isUnsent: false } }
        : state
    case 'ended':
      return state.phase === 'sending' ? stateAfterSending(state.attempt, event.outcome) : state
    case 'acknowledged':
      return state.phase === 'refused' || state.phase === 'placed' ? { phase: 'idle' } : state
  }
}

/** Whether the guest is being asked if an old attempt is still wanted. */
export function isAsking(state: CheckoutState): state is AskedAttempt {
  return isUnfinished(state) && state.askedAt !== undefined
}

/** The state of an attempt that is not being sent: it waits, unless it may have been sent before. */
export function unfinished(attempt: OrderAttempt): Unfinished {
  return { phase: attempt.isUnsent ? 'waiting' : 'open', attempt }
}

function isUnfinished(state: CheckoutState): state is Unfinished {
  return state.phase === 'waiting' || state.phase === 'open'
}

function resend(state: Unfinished, { now, isWanted }: { now: number; isWanted?: boolean }): CheckoutState {
  const { phase, attempt } = state
  const maySend = isSafeToSend(attempt, now) && (isWanted || !isOld(attempt, now))
  return maySend ? { phase: 'sending', attempt, resentFrom: phase } : { ...state, askedAt: now }
}

function stateAfterSending(attempt: OrderAttempt, outcome: AttemptOutcome): CheckoutState {
  switch (outcome.kind) {
    case 'placed':
      return { phase: 'placed', attempt, placed: outcome.placed }
    case 'refused':
      return { phase: 'refused', attempt, refusal: outcome.refusal }
    case 'open':
      return { phase: 'open', attempt, serverMessage: outcome.serverMessage }
    case 'unsent':
      return unfinished(attempt)
    case 'withdrawn':
      return { phase: 'idle' }
  }
}
