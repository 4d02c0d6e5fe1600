import { eq } from 'drizzle-orm'
import { firstOf, type Tx } from '#server/db/index.ts'
import { customerSearchText, customers } from '#server/db/schema/index.ts'
import { isVip } from '#shared/domain/customers/customer.ts'
import { phoneDigits } from '#shared/domain/customers/phone.ts'
import { isPlaceholderPhone } from '#shared/domain/orders/order.ts'
import { searchedText } from '#shared/domain/search.ts'

export interface OrderToCount {
  customerName: string
  /** The digits of E.164. */
  phoneNumber: string
  email: string | null
  /** Minor units. */
  total: number
  createdAt: Date
  customerSearchText: string
  searchedName: string
  searchedEmail: string
}

export function searchedTexts(order: {
  customerName: string
  phoneNumber: string
  email: string | null
}): Pick<OrderToCount, 'customerSearchText' | 'searchedName' | 'searchedEmail'> {
  const { customerName: name, phoneNumber, email } = order
  return {
    customerSearchText: customerSearchText({ name, phoneNumber, email }),
    searchedName: searchedText(name),
    searchedEmail: searchedText(email ?? ''),
  }
}

// A key share, which PostgreSQL takes for an order that a transaction updates twice, must not wait for it.
async function lockCustomer(tx: Tx, id: number): Promise<{ orderCount: number } | undefined> {
  const { orderCount } = customers
  return firstOf(tx.select({ orderCount }).from(customers).where(eq(customers.id, id)).for('no key update'))
}

export interface CustomerFigures {
  orderCount: number
  totalSpent: number
  firstOrder: Date | null
  lastOrder: Date | null
}

async function setCustomerFigures(tx: Tx, id: number, figures: CustomerFigures, now: Date): Promise<void> {
  await tx
    .update(customers)
    .set({ ...figures, updatedAt: now })
    .where(eq(customers.id, id))
}

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
