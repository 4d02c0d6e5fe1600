import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* What was paid, as people record it: loaded only where payments are on. */
export { DueButton } from './due-button.tsx'

// The floor loads only the words of service.
const load = () => import('./payment-dialogs.tsx')
export const BillDue = lazyPart(async () => ({ default: (await load()).BillDue }), 'dashboard')
export const OrderPayments = lazyPart(async () => ({ default: (await load()).OrderPayments }), 'dashboard')
export const UnpaidDialog = lazyPart(async () => ({ default: (await load()).UnpaidDialog }), 'dashboard')
export const PaymentList = lazyPart(() => import('./payment-list.tsx'), 'dashboard')

export const DayView = lazyPart(() => import('./day/day-view.tsx'))
