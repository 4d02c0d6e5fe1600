import { useSyncExternalStore } from 'react'
import { placeOrder } from '#shared/contracts/orders.ts'
import { callApi, isServerReachable } from '../../lib/api/api.ts'
import { randomKey } from '../../lib/api/random-key.ts'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'
import { ATTEMPT_TIMEOUT_MS, type CheckoutState, type OrderAttempt } from './attempt/attempt.ts'
import { Checkout } from './checkout.ts'

/** The attempt under way, stored so that it goes on after a reload. */
const storedAttempt = stored('attempt', 2, recogniseAttempt)

// Checks only what this code relies on: the page wrote the value itself, and the server checks the body.
function recogniseAttempt(value: unknown): OrderAttempt | undefined {
  const attempt = value as Partial<OrderAttempt> | null
  const sound =
    typeof attempt?.key === 'string' &&
    typeof attempt.at === 'number' &&
    Array.isArray(attempt.body?.items) &&
    typeof attempt.body.total === 'number'
  return sound ? (attempt as OrderAttempt) : undefined
}

interface Draft {
  customer: object
  dining: 'dine-in' | 'takeaway'
  table: object
}

const NOTHING: Draft = { customer: {}, dining: 'takeaway', table: {} }

/** What was typed and chosen before the dialog closed: kept for this visit, never stored. */
export const draft = { ...NOTHING }

/** This page's checkout. */
export const checkout = new Checkout({
  send: ({ key, body }) =>
    callApi(placeOrder, { body, headers: { 'Idempotency-Key': key }, timeout: ATTEMPT_TIMEOUT_MS }),
  isOnline: () => navigator.onLine,
  isReachable: isServerReachable,
  stored: storedAttempt,
  newKey: randomKey,
  now: () => Date.now(),
})

followOtherTabs(storedAttempt, () => checkout.look())
// A tab in the background may be frozen, and hears of no other tab until it is looked at.
document.addEventListener('visibilitychange', () => checkout.look())

// The typed text belonged to the placed order; this phone's next order begins empty.
checkout.follow({ placed: () => Object.assign(draft, NOTHING) })

export function useCheckout(): CheckoutState {
  return useSyncExternalStore(checkout.subscribe, checkout.state)
}
