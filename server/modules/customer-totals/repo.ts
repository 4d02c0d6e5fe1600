import { eq } from 'drizzle-orm'
import { firstOf, type Tx } from '#server/db/index.ts'
import { customerSearchText, customers } from '#server/db/schema/index.ts'
import { isVip, VIP_MORE_THAN } from '#shared/domain/customers/customer.ts'
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

// This lock does not block the key share lock that PostgreSQL takes for an order that a transaction updates twice.
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

/** The digits of E.164; undefined for the placeholder of waiters and shared tables, and for unparsable numbers. */
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

/**
 * SQL that counts an order for the customer of its phone number, whom it locks; a number that was merged belongs to
 * another one. It fills empty fields, and never renames a customer. Its last table, `counted`, has the customer's id and
 * whether the customer is new or has become a VIP (0 or 1); it is empty unless `isCounted`, and if the customer was
 * merged or erased meanwhile.
 */
export function countingSql(params: Readonly<Record<keyof OrderToCount | 'isCounted', string>>): string {
  // The search text begins with the name and ends with the e-mail, so a missing value is appended.
  // Concurrent orders may be written in either sequence, hence `least` and `greatest`.
  const name = `${params.customerName}::text`
  const phoneNumber = `${params.phoneNumber}::text`
  const email = `${params.email}::text`
  const total = `${params.total}::bigint`
  const at = `${params.createdAt}::timestamptz`
  const addOrder = `
        search_text = case when customers.name = '' then ${params.searchedName}::text else '' end || customers.search_text
          || case when customers.email is null then ${params.searchedEmail}::text else '' end,
        name = case when customers.name = '' then ${name} else customers.name end,
        email = coalesce(customers.email, ${email}),
        order_count = customers.order_count + 1,
        total_spent = customers.total_spent + ${total},
        first_order = least(customers.first_order, ${at}),
        last_order = greatest(customers.last_order, ${at}),
        updated_at = ${at}`
  return `merged as (
      update customers set ${addOrder}
      where ${params.isCounted}::boolean and merged_into is null
        and id = (select merged_into from customers where phone_number = ${phoneNumber})
      returning id, order_count, false as is_new
    ),
    own as (
      insert into customers (name, phone_number, email, search_text, order_count, total_spent, first_order, last_order,
        created_at, updated_at)
      select ${name}, ${phoneNumber}, ${email}, ${params.customerSearchText}::text, 1, ${total}, ${at}, ${at}, ${at}, ${at}
      where ${params.isCounted}::boolean
        and not exists (select from customers where phone_number = ${phoneNumber} and merged_into is not null)
      on conflict (phone_number) do update set ${addOrder} where customers.merged_into is null
      returning id, order_count, xmax = 0 as is_new
    ),
    counted as (
      select id, is_new::int as is_new, (order_count = ${VIP_MORE_THAN + 1})::int as is_vip
      from (select * from merged union all select * from own) both_ways
    )`
}
