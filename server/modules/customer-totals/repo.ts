import { eq } from 'drizzle-orm'
import { statement, type Tx } from '#server/db/index.ts'
import { customerSearchText, customers } from '#server/db/schema/index.ts'
import { foldText } from '#shared/domain/text.ts'

export interface CountedOrder {
  name: string
  /** E.164 digits. */
  phoneNumber: string
  email: string | null
  /** Minor units. */
  total: number
  at: Date
}

type VisitToWrite = CountedOrder & Record<'searchText' | 'foldedName' | 'foldedEmail', string>

interface Counted {
  id: number
  orderCount: number
  isNew: boolean
}

// A text without name or e-mail has their places empty at its ends.
// Two orders at once may be written in either order, hence `least` and `greatest`.
const countingIn = (order: Record<keyof VisitToWrite, string>) => `
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
 * A number that was merged leads to its customer: `led` counts there. Its own row is neither written nor locked then,
 * because merging locks customers by their ids.
 */
const visit = statement<VisitToWrite, { id: string; order_count: number; is_new: boolean }>(
  'customer_visit',
  (given) => {
    const order = {
      name: `${given.name}::text`,
      phoneNumber: `${given.phoneNumber}::text`,
      email: `${given.email}::text`,
      searchText: `${given.searchText}::text`,
      foldedName: `${given.foldedName}::text`,
      foldedEmail: `${given.foldedEmail}::text`,
      total: `${given.total}::bigint`,
      at: `${given.at}::timestamptz`,
    }
    const { name, phoneNumber, email, searchText, total, at } = order
    return `with led as (
      update customers set ${countingIn(order)}
      where id = (select merged_into from customers where phone_number = ${phoneNumber}) and merged_into is null
      returning id, order_count, false as is_new
    ), own as (
      insert into customers (name, phone_number, email, search_text, order_count, total_spent, first_order, last_order, created_at, updated_at)
      select ${name}, ${phoneNumber}, ${email}, ${searchText}, 1, ${total}, ${at}, ${at}, ${at}, ${at}
      where not exists (select from customers where phone_number = ${phoneNumber} and merged_into is not null)
      on conflict (phone_number) do update set ${countingIn(order)} where customers.merged_into is null
      returning id, order_count, xmax = 0 as is_new
    )
    select * from led union all select * from own`
  },
)

/** Counts an order for the customer of this number; fills what was empty and never renames anybody. */
export async function addToTotals(tx: Tx, of: CountedOrder): Promise<Counted> {
  const folded = {
    searchText: customerSearchText(of),
    foldedName: foldText(of.name),
    foldedEmail: foldText(of.email ?? ''),
  }
  for (;;) {
    const [row] = await visit(tx, { ...of, ...folded })
    if (row) return { id: Number(row.id), orderCount: row.order_count, isNew: row.is_new }
    // The customer was merged or erased while this waited: the number leads elsewhere now, or is free again.
  }
}

/** Takes hold of a customer until the transaction ends. */
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
