import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'

/* From a cart to an order: the attempt and its rules, the dialogs (loaded when first needed), and what is said of one that is not decided. */
export { isAsking, isUndecided, standingOf } from './attempt/attempt.ts'
export { checkout, useCheckout } from './use-checkout.ts'

export const loadKeptAttempt = importWithRetry(() => import('./attempt/kept-attempt.ts'))
export const AttemptNotice = lazy(async () => ({ default: (await loadKeptAttempt()).AttemptNotice }))
export const WaitingBar = lazy(async () => ({ default: (await loadKeptAttempt()).WaitingBar }))
export const StillWanted = lazy(async () => ({ default: (await loadKeptAttempt()).StillWanted }))
export const loadOrderDetailsDialog = importWithRetry(() => import('./order-details-dialog.tsx'))
export const OrderDetailsDialog = lazy(loadOrderDetailsDialog)
export const loadSuccessDialog = importWithRetry(() => import('./success-dialog.tsx'))
export const SuccessDialog = lazy(loadSuccessDialog)
