import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { withWords } from '../../lib/words/load-words.ts'

/* What was paid, as people record it: loaded only where payments are on. */
export { DueButton } from './due-button.tsx'

// The floor loads only the words of service.
export const BillDue = lazyPart(() => withWords('dashboard', import('./bill-due.tsx')))
export const PaymentList = lazyPart(() => withWords('dashboard', import('./payment-list.tsx')))
export const OrderPayments = lazyPart(() => withWords('dashboard', import('./order-payments.tsx')))
export const UnpaidDialog = lazyPart(() => withWords('dashboard', import('./unpaid-dialog.tsx')))

export const DayView = lazyPart(() => import('./day/day-view.tsx'))
