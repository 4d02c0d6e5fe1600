import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'

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
export { checkout, openCheckoutDraft, useCheckout } from './use-checkout.ts'

/* The dialogs, and the notices about an undecided attempt: loaded when first needed. */
export const loadStoredAttempt = importWithRetry(() => withWords('deferred', import('./attempt-notices.tsx')))
export const AttemptNotice = lazy(async () => ({ default: (await loadStoredAttempt()).AttemptNotice }))
export const WaitingOrderBar = lazy(async () => ({ default: (await loadStoredAttempt()).WaitingOrderBar }))
export const StillWantedDialog = lazy(async () => ({ default: (await loadStoredAttempt()).StillWantedDialog }))
export const loadOrderDetails = importWithRetry(() =>
  withWords(
    'deferred',
    import('./load-order-details.ts').then(({ importOrderDetails }) => importOrderDetails()),
  ),
)
export const OrderDetails = lazy(loadOrderDetails)
/* In the cart while takeaway orders are taken for later only. */
export const OrderAhead = lazy(async () => ({ default: (await loadOrderDetails()).OrderAhead }))
export const loadSuccessDialog = importWithRetry(() => withWords('deferred', import('./success-dialog.tsx')))
export const SuccessDialog = lazy(loadSuccessDialog)
