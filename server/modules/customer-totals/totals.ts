import type { Tx } from '#server/db/index.ts'
import { isVip } from '#shared/domain/customers/loyalty.ts'
import { phoneDigits } from '#shared/domain/customers/phone.ts'
import { isPlaceholderPhone } from '#shared/domain/orders/dining.ts'
import { type CustomerFigures, lockCustomer, setCustomerFigures } from './repo.ts'

/** The digits of E.164; undefined for the placeholder of waiters and shared tables, and for what cannot be parsed. */
export function customerPhoneNumber(phoneNumber: string): string | undefined {
  return isPlaceholderPhone(phoneNumber) ? undefined : phoneDigits(phoneNumber)
}

/** @param figures reads them once the customer is locked @returns the change of the number of VIPs: -1, 0 or 1 */
export async function recountCustomer(
  tx: Tx,
  customerId: number | null,
  figures: (customerId: number) => Promise<CustomerFigures>,
  now: Date,
): Promise<number> {
  const before = customerId !== null ? await lockCustomer(tx, customerId) : undefined
  if (customerId === null || !before) return 0
  const after = await figures(customerId)
  await setCustomerFigures(tx, customerId, after, now)
  return Number(isVip(after.orderCount)) - Number(isVip(before.orderCount))
}
