import { and, eq, isNull } from 'drizzle-orm'
import { locking, type Tx } from '#server/db/index.ts'
import { customerFigures, customerSearchText, customers } from '#server/db/schema/index.ts'
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

export type CustomerFigures = Omit<typeof customerFigures.$inferSelect, 'customerId'>

/** The digits of E.164; undefined for the placeholder of waiters and shared tables, and for unparsable numbers. */
export function customerPhoneNumber(phoneNumber: string): string | undefined {
  return isPlaceholderPhone(phoneNumber) ? undefined : phoneDigits(phoneNumber)
}

/**
 * Counts a customer's orders anew; null for none.
 * @param figures reads them once the customer is locked, so that no order is missed
 */
export async function recountCustomer(
  tx: Tx,
  customerId: number | null,
  figures: (customerId: number) => Promise<CustomerFigures>,
): Promise<void> {
  if (customerId === null) return
  const isThis = and(eq(customers.id, customerId), isNull(customers.mergedInto))
  // This lock does not block the key share lock that PostgreSQL takes for an order that a transaction updates twice.
  const locked = await locking(tx, customers)
    .select({ id: customers.id })
    .from(customers)
    .where(isThis)
    .for('no key update')
  if (locked.length === 0) return
  await tx
    .update(customerFigures)
    .set(await figures(customerId))
    .where(eq(customerFigures.customerId, customerId))
}

/**
 * SQL that counts an order for the customer of its phone number, whom it locks; a number that was merged belongs to
 * another one. It fills empty fields, and never renames a customer. Its last table, `counted`, has the customer's id; it is
 * empty unless `isCounted`, and if the customer was added, merged or erased meanwhile.
 */
export function countingSql(params: Readonly<Record<keyof OrderToCount | 'isCounted', string>>): string {
  const name = `${params.customerName}::text`
  const phoneNumber = `${params.phoneNumber}::text`
  const email = `${params.email}::text`
  const total = `${params.total}::bigint`
  const at = `${params.createdAt}::timestamptz`
  // The search text begins with the name and ends with the e-mail, so a missing value is appended.
  // Concurrent orders may be written in either sequence, hence `least` and `greatest`.
  return `known as (
      select id from customers
      where ${params.isCounted}::boolean and merged_into is null
        and id = (select coalesce(merged_into, id) from customers where phone_number = ${phoneNumber})
      for no key update
    ),
    added as (
      insert into customers (name, phone_number, email, search_text, created_at, updated_at)
      select ${name}, ${phoneNumber}, ${email}, ${params.customerSearchText}::text, ${at}, ${at}
      where ${params.isCounted}::boolean and not exists (select from known)
      on conflict (phone_number) do nothing
      returning id
    ),
    filled as (
      update customers set
        search_text = case when name = '' then ${params.searchedName}::text else '' end || search_text
          || case when email is null then ${params.searchedEmail}::text else '' end,
        name = case when name = '' then ${name} else name end,
        email = coalesce(email, ${email}),
        updated_at = ${at}
      where id = (select id from known) and (name = '' and ${name} <> '' or email is null and ${email} is not null)
    ),
    counted as (
      insert into customer_figures as before (customer_id, order_count, total_spent, first_order, last_order)
      select id, 1, ${total}, ${at}, ${at} from (select id from known union all select id from added) customer
      on conflict (customer_id) do update set
        order_count = before.order_count + 1,
        total_spent = before.total_spent + excluded.total_spent,
        first_order = least(before.first_order, excluded.first_order),
        last_order = greatest(before.last_order, excluded.last_order)
      returning customer_id as id
    )`
}
