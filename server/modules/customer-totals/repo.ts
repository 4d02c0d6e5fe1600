import { eq } from 'drizzle-orm'
import { firstOf, type Tx } from '#server/db/index.ts'
import { customerSearchText, customers } from '#server/db/schema/index.ts'
import { foldText } from '#shared/domain/text.ts'

export interface OrderToCount {
  customerName: string
  /** The digits of E.164. */
  phoneNumber: string
  email: string | null
  /** Minor units. */
  total: number
  createdAt: Date
  customerSearchText: string
  foldedName: string
  foldedEmail: string
}

export function foldedTexts(order: {
  customerName: string
  phoneNumber: string
  email: string | null
}): Pick<OrderToCount, 'customerSearchText' | 'foldedName' | 'foldedEmail'> {
  const { customerName: name, phoneNumber, email } = order
  return {
    customerSearchText: customerSearchText({ name, phoneNumber, email }),
    foldedName: foldText(name),
    foldedEmail: foldText(email ?? ''),
  }
}

export async function lockCustomer(tx: Tx, id: number): Promise<{ orderCount: number } | undefined> {
  const { orderCount } = customers
  return firstOf(tx.select({ orderCount }).from(customers).where(eq(customers.id, id)).for('update'))
}

export interface CustomerFigures {
  orderCount: number
  totalSpent: number
  firstOrder: Date | null
  lastOrder: Date | null
}

export async function setCustomerFigures(tx: Tx, id: number, figures: CustomerFigures, now: Date): Promise<void> {
  await tx
    .update(customers)
    .set({ ...figures, updatedAt: now })
    .where(eq(customers.id, id))
}
