import { useSyncExternalStore } from 'react'
import { placeOrder } from '#shared/contracts/orders.ts'
import { call } from '../../lib/api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { ATTEMPT_TIMEOUT_MS, type CheckoutState } from './attempt.ts'
import { Checkout } from './checkout.ts'
import { clearDrafts } from './draft.ts'
import { storedAttempt } from './stored-attempt.ts'

/** This page's checkout. */
export const checkout = new Checkout({
  send: ({ key, body }) => call(placeOrder, { body, headers: { 'Idempotency-Key': key }, timeout: ATTEMPT_TIMEOUT_MS }),
  stored: storedAttempt,
  newKey: randomKey,
})

addEventListener('storage', ({ key }) => {
  if (key === storedAttempt.key || key === null) checkout.look()
})
// A tab that slept has missed what the others said.
addEventListener('pageshow', () => checkout.look())
document.addEventListener('visibilitychange', () => checkout.look())

// What was typed belongs to the order that was placed, not to the next one of this phone.
checkout.follow({ placed: clearDrafts })

export function useCheckout(): CheckoutState {
  return useSyncExternalStore(checkout.subscribe, checkout.state)
}
