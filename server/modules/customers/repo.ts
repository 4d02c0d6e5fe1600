import { and, asc, desc, eq, inArray, isNotNull, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { customerSearchText, customers } from '#server/db/schema/index.ts'
import type { CustomerChange, CustomerSort, Direction } from '#shared/contracts/customers.ts'

const { id, name, phoneNumber, email, notes, tags, preferences } = customers
const { orderCount, totalSpent, firstOrder, lastOrder, mergedInto, searchText } = customers
const shown = { id, name, phoneNumber, email, notes, tags, preferences, orderCount, totalSpent, firstOrder, lastOrder }

/** Without what only the search and erasing read. */
export type CustomerRow = Pick<typeof customers.$inferSelect, keyof typeof shown>

/** A row that was merged into another one is no customer: it only keeps its number. */
const isCustomer = isNull(mergedInto)

/** What each sort goes by. The text that is searched begins with the folded name. */
const SORTED_BY: Record<CustomerSort, SQL> = {
  lastOrder: sql`coalesce(${lastOrder}, '-infinity')`,
  name: sql`${searchText} collate "C"`,
  orderCount: sql`${orderCount}`,
  totalSpent: sql`${totalSpent}`,
}

export interface CustomerSearch {
  /** Folded text. */
  q?: string | undefined
  /** Digits, looked for in all numbers that lead to the customer. */
  phone?: string | undefined
  sort: CustomerSort
  direction: Direction
  limit: number
  after?: number | undefined
}

/** One page of customers. Whoever has the same value is sorted by id, so that every page begins where the last ended. */
export function listCustomerRows(db: Reader, search: CustomerSearch): Promise<CustomerRow[]> {
  const { q, phone, sort, direction, limit, after } = search
  const by = SORTED_BY[sort]
  const isAfter = after === undefined ? undefined : beyond(by, direction, after)
  const order = direction === 'asc' ? asc : desc
  return db
    .select(shown)
    .from(customers)
    .where(and(isCustomer, isAfter, q ? matches(db, q, phone) : undefined))
    .orderBy(order(by), order(id))
    .limit(limit)
}

function beyond(by: SQL, direction: Direction, after: number): SQL {
  const last = sql`(select ${by}, ${id} from ${customers} where ${id} = ${after})`
  return direction === 'asc' ? sql`(${by}, ${id}) > ${last}` : sql`(${by}, ${id}) < ${last}`
}

function matches(db: Reader, q: string, phone: string | undefined): SQL | undefined {
  const found = or(
    like(searchText, `%${q.replace(/[\\%_]/g, '\\$&')}%`),
    phone ? like(phoneNumber, `%${phone}%`) : undefined,
  )
  const ledHere = db
    .select({ id: mergedInto })
    .from(customers)
    .where(and(isNotNull(mergedInto), found))
  return or(found, inArray(id, ledHere))
}

/** A customer; a row that was merged is none. */
export async function findCustomer(db: Reader, customerId: number): Promise<CustomerRow | undefined> {
  const [row] = await db
    .select(shown)
    .from(customers)
    .where(and(eq(id, customerId), isCustomer))
  return row
}

/** The numbers that lead to customers beside their own, of each customer those that were merged first. */
export async function listOtherNumbers(
  db: Reader,
  customerIds: readonly number[],
): Promise<{ customerId: number | null; phoneNumber: string }[]> {
  const among = sql`${mergedInto} = any(${`{${customerIds.join(',')}}`}::bigint[])`
  return db.select({ customerId: mergedInto, phoneNumber }).from(customers).where(among).orderBy(asc(id))
}

/** @returns whether there is such a customer */
export async function updateCustomer(tx: Tx, customerId: number, change: CustomerChange, now: Date): Promise<boolean> {
  const [kept] = await tx
    .select({ name, phoneNumber, email })
    .from(customers)
    .where(and(eq(id, customerId), isCustomer))
    .for('update')
  if (!kept) return false
  const text = customerSearchText({ ...kept, ...change })
  await tx
    .update(customers)
    .set({ ...change, searchText: text, updatedAt: now })
    .where(eq(id, customerId))
  return true
}
