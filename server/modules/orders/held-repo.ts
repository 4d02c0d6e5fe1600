import { and, inArray, isNotNull, isNull, lt, notInArray, or } from 'drizzle-orm'
import { type Database, onlyOf, type Reader, statement } from '#server/db/index.ts'
import { orders } from '#server/db/schema/index.ts'
import { isInKitchen, OPEN_STATUSES } from '#shared/domain/orders/order.ts'

/* Places in slots that guests' orders hold, by the origin of the orders (docs/product/hours.md#hours-held). */

const { id, fromAddress, status, pickupAt, createdAt } = orders
const RECENT_MS = 10 * 60_000
const DAY_MS = 24 * 60 * 60_000
const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)
interface Held {
  address: number
  phoneNumber: string
  now: Date
}

const HOLDING = OPEN_STATUSES.filter(isInKitchen)
const heldSql = ({ address, phoneNumber, now }: Record<keyof Held, string>) => `
  select greatest(count(*) filter (where from_address = ${address}), count(*) filter (where phone_number = ${phoneNumber}))
    ::int as held
  from orders
  where from_address is not null and (from_address = ${address}::bigint or phone_number = ${phoneNumber})
    and (status in (${HOLDING.map((status) => `'${status}'`)}) and pickup_at >= ${now}::timestamptz
      or created_at > ${now}::timestamptz - interval '10 minutes')`

const count = statement<Held, { held: number }>('places_held', heldSql)

/** Counts the places that an address or a phone number holds or took lately: the larger number of the two. */
export async function countHeld(db: Reader, from: Held): Promise<number> {
  return (await onlyOf(count(db, from))).held
}

/** Fails as a conflict if they hold more than `most`. */
export const holdAtMost = statement<Held & { most: number }>(
  'places_held_at_most',
  (params) => `select conflict_unless((${heldSql(params)}) <= ${params.most}::int)`,
)

/** Clears the addresses of orders that hold no place, or whose time was over a day ago. */
export async function clearAddresses(db: Database, now: Date): Promise<void> {
  const isOver = or(notInArray(status, HOLDING), isNull(pickupAt), lt(pickupAt, ago(now, DAY_MS)))
  const over = db
    .select({ id })
    .from(orders)
    .where(and(isNotNull(fromAddress), lt(createdAt, ago(now, RECENT_MS)), isOver))
    // An order that is being changed at the moment has its turn a minute later.
    .for('update', { skipLocked: true })
  await db.update(orders).set({ fromAddress: null }).where(inArray(id, over))
}
