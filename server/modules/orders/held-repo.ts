import { and, inArray, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm'
import { type Database, onlyOf, prepared, type Reader } from '#server/db/index.ts'
import { orders } from '#server/db/schema/index.ts'
import { isInKitchen, OPEN_STATUSES } from '#shared/domain/orders/order.ts'

/* Places in slots that guests' orders hold, by the origin of the orders (docs/product/hours.md#hours-held). */

const { id, fromAddress, phoneNumber, status, pickupAt, createdAt } = orders
const RECENT_MS = 10 * 60_000
const DAY_MS = 24 * 60 * 60_000
const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)
const isNotHandedOver = inArray(status, OPEN_STATUSES.filter(isInKitchen))

const heldQuery = prepared((db) => {
  const [address, phone] = [sql.placeholder('address'), sql.placeholder('phoneNumber')]
  const now = sql.placeholder('now')
  const recent = sql`${now}::timestamptz - interval '10 minutes'`
  const counted = or(and(isNotHandedOver, sql`${pickupAt} >= ${now}::timestamptz`), sql`${createdAt} > ${recent}`)
  return db
    .select({
      byAddress: sql<number>`count(*) filter (where ${fromAddress} = ${address})`.mapWith(Number),
      byPhone: sql<number>`count(*) filter (where ${phoneNumber} = ${phone})`.mapWith(Number),
    })
    .from(orders)
    .where(and(isNotNull(fromAddress), counted))
    .prepare('places_held')
})

/** Counts the places that an address or a phone number holds or took lately: the larger number of the two. */
export async function countHeld(db: Reader, from: { address: number; phoneNumber: string }, now: Date) {
  const { byAddress, byPhone } = await onlyOf(heldQuery(db).execute({ ...from, now: now.toISOString() }))
  return Math.max(byAddress, byPhone)
}

/** Clears the addresses of orders that hold no place, or whose time was over a day ago. */
export async function clearAddresses(db: Database, now: Date): Promise<void> {
  const isOver = or(not(isNotHandedOver), isNull(pickupAt), lt(pickupAt, ago(now, DAY_MS)))
  const over = db
    .select({ id })
    .from(orders)
    .where(and(isNotNull(fromAddress), lt(createdAt, ago(now, RECENT_MS)), isOver))
    // An order that is being changed at the moment has its turn a minute later.
    .for('update', { skipLocked: true })
  await db.update(orders).set({ fromAddress: null }).where(inArray(id, over))
}
