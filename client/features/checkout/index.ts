import { lazy } from 'react'
import { patiently } from '../../lib/patiently.ts'

/* From a cart to an order: the attempt and its rules, the dialogs (loaded when first needed), and what is said of an open one. */
export { OpenAttempt } from './open-attempt.tsx'
export { checkout, useCheckout } from './use-checkout.ts'

export const loadOrderDetailsDialog = patiently(() => import('./order-details-dialog.tsx'))
export const OrderDetailsDialog = lazy(loadOrderDetailsDialog)
export const loadSuccessDialog = patiently(() => import('./success-dialog.tsx'))
export const SuccessDialog = lazy(loadSuccessDialog)
