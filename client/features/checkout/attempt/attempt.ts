import type { ErrorBody } from '#shared/contracts/errors.ts'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import type { DishPrice } from '#shared/domain/cart.ts'
import type { Named } from '#shared/domain/language.ts'
import { RequestError } from '../../../lib/api/request-error.ts'

/*
 * One attempt to order, as a pure machine. The rule it keeps: from the moment a body is sent under a key, that body and
 * that key belong together until the server has said 201, or has refused the order itself. Whatever else happens (no
 * answer, a fault, a limit), the outcome counts as open, and only the same body under the same key is sent again.
 * An attempt of which nothing has left the phone waits instead (docs/product.md#checkout-waiting).
 */

/** What is sent, frozen, and the key it is sent under. */
export interface OrderAttempt {
  key: string
  body: OrderRequest
  /** What the guest was shown of each dish: to name the dishes, and to say later which of the prices have changed. */
  shown?: readonly ShownDish[]
  /** When it was made, in milliseconds of this phone's clock. */
  at: number
  /** Whether it is certain that nothing of it has left this phone. Older versions of Masa did not say, and it is not. */
  isUnsent?: boolean
}

/** A dish as the guest saw it when ordering. Older versions of Masa did not keep its name. */
export type ShownDish = DishPrice & Partial<Named>

export type CheckoutState =
  | { phase: 'idle' }
  /** `again`: where it was before the guest sent it once more. */
  | { phase: 'sending'; attempt: OrderAttempt; again?: Resting['phase'] }
  /** `askedAt`: since when the guest is being asked whether an order this old is still wanted. */
  | { phase: 'waiting'; attempt: OrderAttempt; askedAt?: number }
  /** `said` are the server's words where it answered, but not about the order. */
  | { phase: 'open'; attempt: OrderAttempt; said?: string; askedAt?: number }
  | { phase: 'refused'; attempt: OrderAttempt; refusal: Partial<ErrorBody> }
  | { phase: 'placed'; attempt: OrderAttempt; placed: PlacedOrder }

type Resting = Extract<CheckoutState, { phase: 'waiting' | 'open' }>

/** How a sending ended. `unsent`: it never began, because there is no connection. */
export type AttemptOutcome =
  | { kind: 'placed'; placed: PlacedOrder }
  | { kind: 'refused'; refusal: Partial<ErrorBody> }
  | { kind: 'open'; said?: string }
  | { kind: 'unsent' }

export type CheckoutEvent =
  | { type: 'found'; attempt: OrderAttempt }
  | { type: 'begin'; attempt: OrderAttempt }
  /** `isWanted`: the guest has been asked, and has said yes. */
  | { type: 'again'; now: number; isWanted?: boolean }
  | { type: 'kept' }
  | { type: 'discarded'; now: number }
  /** The first byte may go out after this. */
  | { type: 'left' }
  | { type: 'ended'; outcome: AttemptOutcome }
  | { type: 'acknowledged' }

/** An attempt without an answer ends after this; the order may have arrived all the same. */
export const ATTEMPT_TIMEOUT_MS = 15_000
/** An order that is older is sent only after the guest was asked (docs/product.md#checkout-still-wanted). */
export const ASK_AFTER_MS = 30 * 60_000
/** The server forgets a key after seven days; an hour before that, sending it again is no longer safe. */
const REPEATABLE_FOR_MS = (7 * 24 - 1) * 60 * 60_000

/** Whether the guest must be asked first (docs/product.md#checkout-still-wanted). An age that cannot be true counts as old. */
export function isOld({ at }: OrderAttempt, now: number): boolean {
  const age = now - at
  return !(age >= 0 && age < ASK_AFTER_MS)
}

/** Whether the attempt can be sent and still make one order at most. */
export function isSafeToSend({ at, isUnsent }: OrderAttempt, now: number): boolean {
  return isUnsent === true || now - at < REPEATABLE_FOR_MS
}

/** Whether the guest may drop the attempt: nothing of it has left the phone, or its key is of no more use. */
export function isDiscardable(attempt: OrderAttempt, now: number): boolean {
  return attempt.isUnsent === true || !isSafeToSend(attempt, now)
}

/** Whether an attempt's dishes may be with the kitchen, or will be: they must not get there in another way. */
export function isUndecided(state: CheckoutState): boolean {
  return state.phase === 'sending' || isResting(state)
}

/** What a guest is told of an attempt: it waits, or its outcome is open. Nothing while it is sent for the first time. */
export function phaseOf(state: CheckoutState): Resting['phase'] | undefined {
  if (state.phase === 'sending') return state.again
  return isResting(state) ? state.phase : undefined
}

/** Reads from a failure whether the order was refused, or whether its outcome is open. */
export function outcomeOfError(error: unknown): AttemptOutcome {
  if (!(error instanceof RequestError)) return { kind: 'open' }
  if (error.isDecision) return { kind: 'refused', refusal: error.body }
  return { kind: 'open', said: error.status < 500 ? error.serverMessage : undefined }
}

/** The next state; an event that does not fit (a second tap) changes nothing. */
export function nextState(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'found':
      return state.phase === 'idle' || state.phase === 'refused' ? atRest(event.attempt) : state
    case 'begin':
      return state.phase === 'idle' || state.phase === 'refused' ? { phase: 'sending', attempt: event.attempt } : state
    case 'again':
      return isResting(state) ? again(state, event) : state
    case 'kept':
      return isAsking(state) ? { ...state, askedAt: undefined } : state
    case 'discarded':
      return isResting(state) && isDiscardable(state.attempt, event.now) ? { phase: 'idle' } : state
    case 'left':
      return state.phase === 'sending' && state.attempt.isUnsent
        ? { ...state, attempt: { ...state.attempt, isUnsent: false } }
        : state
    case 'ended':
      return state.phase === 'sending' ? ended(state.attempt, event.outcome) : state
    case 'acknowledged':
      return state.phase === 'refused' || state.phase === 'placed' ? { phase: 'idle' } : state
  }
}

/** Whether the guest is being asked about an old attempt. */
export function isAsking(state: CheckoutState): state is Resting & { askedAt: number } {
  return isResting(state) && state.askedAt !== undefined
}

/** An attempt that nobody is sending: it waits, unless something of it may have left the phone. */
export function atRest(attempt: OrderAttempt): Resting {
  return { phase: attempt.isUnsent ? 'waiting' : 'open', attempt }
}

function isResting(state: CheckoutState): state is Resting {
  return state.phase === 'waiting' || state.phase === 'open'
}

function again(state: Resting, { now, isWanted }: { now: number; isWanted?: boolean }): CheckoutState {
  const { phase, attempt } = state
  const maySend = isSafeToSend(attempt, now) && (isWanted || !isOld(attempt, now))
  return maySend ? { phase: 'sending', attempt, again: phase } : { ...state, askedAt: now }
}

function ended(attempt: OrderAttempt, outcome: AttemptOutcome): CheckoutState {
  switch (outcome.kind) {
    case 'placed':
      return { phase: 'placed', attempt, placed: outcome.placed }
    case 'refused':
      return { phase: 'refused', attempt, refusal: outcome.refusal }
    case 'open':
      return { phase: 'open', attempt, said: outcome.said }
    case 'unsent':
      return atRest(attempt)
  }
}
