import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* From a cart to an order: one attempt under one key, which survives a lost network. Guests and the floor order by it. */
export {
  type CheckoutState,
  isAsking,
  isDiscardable,
  isSafeToSend,
  isUndecided,
  type OrderAttempt,
  phaseOf,
} from './attempt.ts'
export { attemptStore, type Checkout, openCheckout } from './checkout.ts'
export { checkout, endGuestDraft, openCheckoutDraft, updateOffersAt, useCheckout } from './use-checkout.ts'

/* The dialogs, and the notices about an undecided attempt: loaded when first needed. */
const loadNotices = () => import('./attempt-notices.tsx')
export const AttemptNotice = lazyPart(async () => ({ default: (await loadNotices()).AttemptNotice }), 'deferred')
export const WaitingOrderBar = lazyPart(async () => ({ default: (await loadNotices()).WaitingOrderBar }), 'deferred')
export const StillWantedDialog = lazyPart(
  async () => ({ default: (await loadNotices()).StillWantedDialog }),
  'deferred',
)
const loadDetails = async () => (await import('./load-order-details.ts')).importOrderDetails()
export const OrderDetails = lazyPart(loadDetails, 'deferred')
/* In the cart while takeaway orders are taken for later only. */
export const OrderAhead = lazyPart(async () => ({ default: (await loadDetails()).OrderAhead }), 'deferred')
export const SuccessDialog = lazyPart(() => import('./success-dialog.tsx'), 'deferred')
