/* From a cart to an order: one attempt under one key, which survives a lost network. Guests and the floor order by it. */
export {
  type CheckoutState,
  isAsking,
  isDiscardable,
  isSafeToSend,
  isUndecided,
  type OrderAttempt,
  phaseOf,
  type ShownDish,
} from './attempt.ts'
export type { Checkout } from './checkout.ts'
export { attemptStore, openCheckout } from './sending.ts'
