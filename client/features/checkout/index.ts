import { lazy } from 'react'
import { importWithRetry } from '../../lib/import-with-retry.ts'

/* From a cart to an order: the attempt and its rules, the dialogs (loaded when first needed), and what is said of an open one. */
export { OpenAttempt } from './open-attempt.tsx'
export { checkout, useCheckout } from './use-checkout.ts'

export const loadOrderDetailsDialog = importWithRetry(() => import('./order-details-dialog.tsx'))
export const OrderDetailsDialog = lazy(loadOrderDetailsDialog)
export const loadSuccessDialog = importWithRetry(() => import('./success-dialog.tsx'))
export const SuccessDialog = lazy(loadSuccessDialog)
