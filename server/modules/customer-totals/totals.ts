import type { Tx } from '#server/db/index.ts'
import { isPlaceholderPhone } from '#shared/domain/dining.ts'
import { isVip, VIP_MORE_THAN } from '#shared/domain/loyalty.ts'
import { phoneDigits } from '#shared/domain/phone.ts'
import { addToTotals, type CustomerFigures, lockCustomer, setCustomerFigures } from './repo.ts'

/** How an order, or its cancellation, changes the running counts of customers. */
export interface CountChange {
  customerId: number | null
  customers: number
  vips: number
}

const NOBODY: CountChange = { customerId: null, customers: 0, vips: 0 }

/**
 * The number under which an order's customer is known; undefined for the placeholder and for what cannot be parsed.
 * @param typed as the guest wrote it
 */
export function customerNumber(typed: string): string | undefined {
  return isPlaceholderPhone(typed) ? undefined : phoneDigits(typed)
}

/** Counts a new order for its customer; the first order makes the customer. */
export async function countOrder(
  tx: Tx,
  order: { customerName: string; phoneNumber: string; email: string | null; total: number; at: Date },
): Promise<CountChange> {
  const phoneNumber = customerNumber(order.phoneNumber)
  if (!phoneNumber) return NOBODY
  const { customerName: name, email, total, at } = order
  const { id, orderCount, isNew } = await addToTotals(tx, { name, phoneNumber, email, total, at })
  return { customerId: id, customers: isNew ? 1 : 0, vips: orderCount === VIP_MORE_THAN + 1 ? 1 : 0 }
}

/** Works out a customer's figures again from the orders that count, after a cancellation or its undoing. */
export async function recount(
  tx: Tx,
  customerId: number | null,
  figures: (customerId: number) => Promise<CustomerFigures>,
  now: Date,
): Promise<CountChange> {
  const before = customerId !== null ? await lockCustomer(tx, customerId) : undefined
  if (customerId === null || !before) return NOBODY
  const after = await figures(customerId)
  await setCustomerFigures(tx, customerId, after, now)
  return { customerId, customers: 0, vips: Number(isVip(after.orderCount)) - Number(isVip(before.orderCount)) }
}
