import { eq, sql } from 'drizzle-orm'
import { prepared, type Tx } from '#server/db/index.ts'
import { customers } from '#server/db/schema/index.ts'

export interface CustomerVisit {
  name: string
  /** E.164 digits. */
  phoneNumber: string
  email: string | null
  /** Minor units. */
  total: number
  at: Date
}

const given = sql.placeholder
// Two orders at once may be written in either order, hence `least` and `greatest`.
const visit = prepared((db) =>
  db
    .insert(customers)
    .values({
      name: given('name'),
      phoneNumber: given('phoneNumber'),
      email: given('email'),
      orderCount: 1,
      totalSpent: given('total'),
      firstOrder: given('at'),
      lastOrder: given('at'),
      createdAt: given('at'),
      updatedAt: given('at'),
    })
    .onConflictDoUpdate({
      target: customers.phoneNumber,
      set: {
        name: sql`case when ${customers.name} = '' then excluded.name else ${customers.name} end`,
        email: sql`coalesce(${customers.email}, excluded.email)`,
        orderCount: sql`${customers.orderCount} + 1`,
        totalSpent: sql`${customers.totalSpent} + excluded.total_spent`,
        firstOrder: sql`least(${customers.firstOrder}, excluded.first_order)`,
        lastOrder: sql`greatest(${customers.lastOrder}, excluded.last_order)`,
        updatedAt: sql`excluded.updated_at`,
      },
    })
    .returning({ id: customers.id, orderCount: customers.orderCount, isNew: sql<boolean>`xmax = 0` })
    .prepare('customer_visit'),
)

/** Counts an order for the customer of this number; fills what was empty and never renames anybody. */
export async function addVisit(tx: Tx, of: CustomerVisit): Promise<{ id: number; orderCount: number; isNew: boolean }> {
  const [row] = await visit(tx).execute({ ...of })
  if (!row) throw new Error('an upsert returned no row')
  return row
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
