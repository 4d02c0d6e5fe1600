import { getCurrentUser, type User } from '#shared/contracts/accounts.ts'
import { type Payment, type Recorded, recordPayment } from '#shared/contracts/payments.ts'
import { DEFAULT_METHODS } from '#shared/domain/payments/methods.ts'
import { queryClient } from '../lib/api/query.ts'
import { fakeApi } from './fake-api.ts'

const HOUSE = { id: 4, kind: 'house' as const, name: 'Staff meal', nameRo: 'Masa personalului' }
/** The settings of a restaurant that records payments. */
export const WITH_PAYMENTS = { payments: true, paymentMethods: [...DEFAULT_METHODS, HOUSE] }

export const RECORDED: Recorded = { id: 1, amount: 0, tip: 0, rounding: 0, change: 0, due: 0 }

export const samplePayment = (fields: Partial<Payment> = {}): Payment => ({
  id: 5,
  at: new Date().toISOString(),
  user: 'ana',
  reverses: null,
  method: DEFAULT_METHODS[1] as Payment['method'],
  ...{ amount: 6200, tip: 310, rounding: 0, tendered: null, guestName: null, reason: null },
  left: { amount: 6200, tip: 310 },
  orders: [{ orderId: 11, amount: 6200 }],
  ...fields,
})

/** Signs somebody in. */
export function signedIn(username: string, role: User['role'] = 'staff'): void {
  const user = { id: 1, username, role, isOwner: role === 'owner', duties: role === 'owner' ? [] : ['floor' as const] }
  queryClient.setQueryData([getCurrentUser.path], user)
}

/** The payments that were sent, with their keys. */
export const sentPayments = () =>
  fakeApi.callsOf(recordPayment).map(({ body, headers }) => ({ body, key: headers.get('Idempotency-Key') }))
