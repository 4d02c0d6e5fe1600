import type { ErrorBody } from '#shared/contracts/errors.ts'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import type { DishPrice } from '#shared/domain/cart.ts'
import { RequestError } from '../../lib/request-error.ts'

/*
 * One attempt to order, as a pure machine. The rule it keeps: from the moment a body is sent under a key, that body and
 * that key belong together until the server has said 201, or has refused the order itself. Whatever else happens (no
 * answer, a fault, a limit), the outcome counts as open, and only the same body under the same key is sent again.
 */

/** What is sent, frozen, and the key it is sent under. */
export interface OrderAttempt {
  key: string
  body: OrderRequest
  /** The prices that the guest was shown: only to say later which of them have changed. */
  shown?: readonly DishPrice[]
  /** When it was first sent, in milliseconds. */
  at: number
}

export type CheckoutState =
  | { phase: 'idle' }
  | { phase: 'sending'; attempt: OrderAttempt; again: boolean }
  /** `said` are the server's words where it answered, but not about the order. */
  | { phase: 'open'; attempt: OrderAttempt; said?: string }
  | { phase: 'refused'; attempt: OrderAttempt; refusal: Partial<ErrorBody> }
  | { phase: 'placed'; attempt: OrderAttempt; placed: PlacedOrder }

/** How a sending ended. */
export type AttemptOutcome =
  | { kind: 'placed'; placed: PlacedOrder }
  | { kind: 'refused'; refusal: Partial<ErrorBody> }
  | { kind: 'open'; said?: string }

export type CheckoutEvent =
  | { type: 'found'; attempt: OrderAttempt }
  | { type: 'begin'; attempt: OrderAttempt }
  | { type: 'again' }
  | { type: 'ended'; outcome: AttemptOutcome }
  | { type: 'acknowledged' }

/** An attempt without an answer ends after this; the order may have arrived all the same. */
export const ATTEMPT_TIMEOUT_MS = 15_000

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
      return state.phase === 'idle' || state.phase === 'refused' ? { phase: 'open', attempt: event.attempt } : state
    case 'begin':
      return state.phase === 'idle' || state.phase === 'refused'
        ? { phase: 'sending', attempt: event.attempt, again: false }
        : state
    case 'again':
      return state.phase === 'open' ? { phase: 'sending', attempt: state.attempt, again: true } : state
    case 'ended':
      return state.phase === 'sending' ? ended(state.attempt, event.outcome) : state
    case 'acknowledged':
      return state.phase === 'refused' || state.phase === 'placed' ? { phase: 'idle' } : state
  }
}

function ended(attempt: OrderAttempt, outcome: AttemptOutcome): CheckoutState {
  switch (outcome.kind) {
    case 'placed':
      return { phase: 'placed', attempt, placed: outcome.placed }
    case 'refused':
      return { phase: 'refused', attempt, refusal: outcome.refusal }
    case 'open':
      return { phase: 'open', attempt, said: outcome.said }
  }
}
