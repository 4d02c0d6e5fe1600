import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* What was paid, as people record it: loaded only where payments are on. */
export { DueButton } from './due-button.tsx'

// The floor loads only the words of service.
export const BillDue = lazyPart(() => import('./bill-due.tsx'), 'dashboard')
export const PaymentList = lazyPart(() => import('./payment-list.tsx'), 'dashboard')
export const OrderPayments = lazyPart(() => import('./order-payments.tsx'), 'dashboard')
export const UnpaidDialog = lazyPart(() => import('./unpaid-dialog.tsx'), 'dashboard')

export const DayView = lazyPart(() => import('./day/day-view.tsx'))
