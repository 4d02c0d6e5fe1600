import { eq } from 'drizzle-orm'
import type { Tx } from '#server/db/index.ts'
import { customerSearchText, customers } from '#server/db/schema/index.ts'
import { VIP_MORE_THAN } from '#shared/domain/customers/loyalty.ts'
import { foldText } from '#shared/domain/text.ts'

/** What an order adds to its customer. */
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

/** Returns the folded texts of an order by which its customer is searched for. */
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

/**
 * SQL of common table expressions that count an order for the customer of its phone number. The last one, `customer`,
 * has one row, or none if the customer was merged or erased meanwhile, when nothing was written. Fills empty fields,
 * and never renames a customer.
 *
 * A number that was merged belongs to another customer: `merged` counts the order there. The number's own row is then
 * neither written nor locked, because merging locks customers in the order of their ids.
 * @param checked the expression that must have a row, else nothing is written
 */
export function countOrderSql(params: Record<keyof OrderToCount, string>, checked: string): string {
  const name = `${params.customerName}::text`
  const phoneNumber = `${params.phoneNumber}::text`
  const email = `${params.email}::text`
  const total = `${params.total}::bigint`
  const at = `${params.createdAt}::timestamptz`
  // The search text begins with the name and ends with the e-mail, so a value that was missing is added at its end.
  // Concurrent orders may be written in either sequence, hence `least` and `greatest`.
  const addOrder = `
    search_text = case when customers.name = '' then ${params.foldedName}::text else '' end || customers.search_text
      || case when customers.email is null then ${params.foldedEmail}::text else '' end,
    name = case when customers.name = '' then ${name} else customers.name end,
    email = coalesce(customers.email, ${email}),
    order_count = customers.order_count + 1,
    total_spent = customers.total_spent + ${total},
    first_order = least(customers.first_order, ${at}),
    last_order = greatest(customers.last_order, ${at}),
    updated_at = ${at}`
  return `merged as (
      update customers set ${addOrder}
      where id = (select merged_into from customers where phone_number = ${phoneNumber}) and merged_into is null
        and exists (select from ${checked})
      returning id, order_count, false as is_new
    ), own as (
      insert into customers (name, phone_number, email, search_text, order_count, total_spent, first_order, last_order,
        created_at, updated_at)
      select ${name}, ${phoneNumber}, ${email}, ${params.customerSearchText}::text, 1, ${total}, ${at}, ${at}, ${at}, ${at}
      where exists (select from ${checked})
        and not exists (select from customers where phone_number = ${phoneNumber} and merged_into is not null)
      on conflict (phone_number) do update set ${addOrder} where customers.merged_into is null
      returning id, order_count, xmax = 0 as is_new
    ), customer as (
      select id, is_new::int as new_customers, (order_count = ${VIP_MORE_THAN + 1})::int as new_vips
      from (select * from merged union all select * from own) counted_order
    )`
}

/** Locks a customer until the transaction ends. */
export async function lockCustomer(tx: Tx, id: number): Promise<{ orderCount: number } | undefined> {
  const [row] = await tx
    .select({ orderCount: customers.orderCount })
    .from(customers)
    .where(eq(customers.id, id))
    .for('update')
  return row
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
