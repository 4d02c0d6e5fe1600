import { and, asc, desc, eq, isNotNull, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { customerSearchText, customerSortKeys, customers } from '#server/db/schema/index.ts'
import type { CustomerChange, CustomerSort, Direction } from '#shared/contracts/customers.ts'

const { id, name, phoneNumber, email, notes, tags, preferences } = customers
const { orderCount, totalSpent, firstOrder, lastOrder, mergedInto, searchText } = customers
const publicColumns = {
  id,
  name,
  phoneNumber,
  email,
  notes,
  tags,
  preferences,
  orderCount,
  totalSpent,
  firstOrder,
  lastOrder,
}

/** A customer without the columns that only search and erasing need. */
export type CustomerRow = Pick<typeof customers.$inferSelect, keyof typeof publicColumns>

/** A row that was merged into another one is not a customer: it only stores its phone number. */
const isCustomer = isNull(mergedInto)

export interface CustomerSearch {
  /** Folded text. */
  q?: string | undefined
  /** Digits, searched in all phone numbers of the customer. */
  phone?: string | undefined
  sort: CustomerSort
  direction: Direction
  limit: number
  after?: number | undefined
}

/** One page of customers. Equal values are sorted by id, so that each page continues where the previous one ended. */
export function listCustomerRows(db: Reader, search: CustomerSearch): Promise<CustomerRow[]> {
  const { q, phone, sort, direction, limit, after } = search
  const sortKey = customerSortKeys(customers)[sort]
  const isAfter = after === undefined ? undefined : isAfterCursor(sortKey, direction, after)
  const order = direction === 'asc' ? asc : desc
  return db
    .select(publicColumns)
    .from(customers)
    .where(and(isCustomer, isAfter, q ? matches(db, q, phone) : undefined))
    .orderBy(order(sortKey), order(id))
    .limit(limit)
}

function isAfterCursor(sortKey: SQL, direction: Direction, after: number): SQL {
  const cursor = sql`(select ${sortKey}, ${id} from ${customers} where ${id} = ${after})`
  return direction === 'asc' ? sql`(${sortKey}, ${id}) > ${cursor}` : sql`(${sortKey}, ${id}) < ${cursor}`
}

function matches(db: Reader, q: string, phone: string | undefined): SQL | undefined {
  const contains = (text: string) => like(searchText, `%${text.replace(/[\\%_]/g, '\\$&')}%`)
  // The search text contains the number; its index serves the second condition too.
  const isMatch = or(contains(q), phone ? and(contains(phone), like(phoneNumber, `%${phone}%`)) : undefined)
  const matchedByMerged = db
    .select({ id: mergedInto })
    .from(customers)
    .where(and(isNotNull(mergedInto), isMatch))
  // An array is read before the other rows, so the index on `id` serves it; `in (select …)` would read all customers.
  return or(isMatch, sql`${id} = any(array(${matchedByMerged}))`)
}

/** A customer by id; undefined also for a merged row. */
export async function findCustomer(db: Reader, customerId: number): Promise<CustomerRow | undefined> {
  const [row] = await db
    .select(publicColumns)
    .from(customers)
    .where(and(eq(id, customerId), isCustomer))
  return row
}

/** The phone numbers of rows merged into these customers, ordered by the id of the merged row. */
export async function listOtherNumbers(
  db: Reader,
  customerIds: readonly number[],
): Promise<{ customerId: number | null; phoneNumber: string }[]> {
  const isMergedIntoThem = sql`${mergedInto} = any(${`{${customerIds.join(',')}}`}::bigint[])`
  return db.select({ customerId: mergedInto, phoneNumber }).from(customers).where(isMergedIntoThem).orderBy(asc(id))
}

/** @returns whether there is such a customer */
export async function updateCustomer(tx: Tx, customerId: number, change: CustomerChange, now: Date): Promise<boolean> {
  const [current] = await tx
    .select({ name, phoneNumber, email, tags })
    .from(customers)
    .where(and(eq(id, customerId), isCustomer))
    .for('update')
  if (!current) return false
  const text = customerSearchText({ ...current, ...change })
  await tx
    .update(customers)
    .set({ ...change, searchText: text, updatedAt: now })
    .where(eq(id, customerId))
  return true
}
