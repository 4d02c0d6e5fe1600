import { eq } from 'drizzle-orm'
import { statement, type Tx } from '#server/db/index.ts'
import { customerSearchText, customers } from '#server/db/schema/index.ts'
import { foldText } from '#shared/domain/text.ts'

export interface CountedOrder {
  name: string
  /** The digits of E.164. */
  phoneNumber: string
  email: string | null
  /** Minor units. */
  total: number
  at: Date
}

type OrderToCount = CountedOrder & Record<'searchText' | 'foldedName' | 'foldedEmail', string>

interface CountedCustomer {
  id: number
  orderCount: number
  isNew: boolean
}

// The search text begins with the name and ends with the e-mail, so a value that was missing is added at its end.
// Concurrent orders may be written in either sequence, hence `least` and `greatest`.
const countOrderSql = (order: Record<keyof OrderToCount, string>) => `
  search_text = case when customers.name = '' then ${order.foldedName} else '' end || customers.search_text
    || case when customers.email is null then ${order.foldedEmail} else '' end,
  name = case when customers.name = '' then ${order.name} else customers.name end,
  email = coalesce(customers.email, ${order.email}),
  order_count = customers.order_count + 1,
  total_spent = customers.total_spent + ${order.total},
  first_order = least(customers.first_order, ${order.at}),
  last_order = greatest(customers.last_order, ${order.at}),
  updated_at = ${order.at}`

/*
 * A number that was merged belongs to another customer: `merged` counts the order there. The number's own row is then
 * neither written nor locked, because merging locks customers in the order of their ids.
 */
const countInDatabase = statement<OrderToCount, { id: string; order_count: number; is_new: boolean }>(
  'customer_visit',
  (params) => {
    const order = {
      name: `${params.name}::text`,
      phoneNumber: `${params.phoneNumber}::text`,
      email: `${params.email}::text`,
      searchText: `${params.searchText}::text`,
      foldedName: `${params.foldedName}::text`,
      foldedEmail: `${params.foldedEmail}::text`,
      total: `${params.total}::bigint`,
      at: `${params.at}::timestamptz`,
    }
    const { name, phoneNumber, email, searchText, total, at } = order
    return `with merged as (
      update customers set ${countOrderSql(order)}
      where id = (select merged_into from customers where phone_number = ${phoneNumber}) and merged_into is null
      returning id, order_count, false as is_new
    ), own as (
      insert into customers (name, phone_number, email, search_text, order_count, total_spent, first_order, last_order, created_at, updated_at)
      select ${name}, ${phoneNumber}, ${email}, ${searchText}, 1, ${total}, ${at}, ${at}, ${at}, ${at}
      where not exists (select from customers where phone_number = ${phoneNumber} and merged_into is not null)
      on conflict (phone_number) do update set ${countOrderSql(order)} where customers.merged_into is null
      returning id, order_count, xmax = 0 as is_new
    )
    select * from merged union all select * from own`
  },
)

/** Counts an order for the customer of its phone number. Fills empty fields, and never renames a customer. */
export async function addToTotals(tx: Tx, order: CountedOrder): Promise<CountedCustomer> {
  const folded = {
    searchText: customerSearchText(order),
    foldedName: foldText(order.name),
    foldedEmail: foldText(order.email ?? ''),
  }
  for (;;) {
    const [row] = await countInDatabase(tx, { ...order, ...folded })
    if (row) return { id: Number(row.id), orderCount: row.order_count, isNew: row.is_new }
    // The customer was merged or erased meanwhile, so the number now belongs to another customer, or to none.
  }
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
