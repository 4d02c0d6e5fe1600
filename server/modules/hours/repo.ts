import { gte, lt, sql } from 'drizzle-orm'
import { type Database, prepared, type Reader, statement, type Tx } from '#server/db/index.ts'
import { pickupSlots } from '#server/db/schema/index.ts'

/** The number of orders that are picked up at each time, by milliseconds; a time without orders is missing. */
export type TakenSlots = ReadonlyMap<number, number>

const takenQuery = prepared((db) =>
  db
    .select()
    .from(pickupSlots)
    .where(gte(pickupSlots.at, sql.placeholder('since')))
    .prepare('pickup_slots_taken'),
)

const TURN = "hashtextextended('pickup turn', 0)"

/** Lets no other order take a place until the transaction ends. Slots that are read afterwards are exact. */
export const takeTurn = statement<object>('take_pickup_turn', () => `select pg_advisory_xact_lock(${TURN})`)

/** Fails as a conflict if another order has its turn: nobody waits for that with the locks of a written order. */
export const joinTurn = statement<object>(
  'join_pickup_turn',
  () => `select conflict_unless(pg_try_advisory_xact_lock_shared(${TURN}))`,
)

/** Serializes orders that take a place until their transaction ends. Only slots are locked afterwards. */
export const lockPickup = statement<object>(
  'lock_pickup',
  () => "select pg_advisory_xact_lock(hashtextextended('pickup', 0))",
)

export async function readTakenSlots(db: Reader, since: Date): Promise<TakenSlots> {
  const rows = await takenQuery(db).execute({ since })
  return new Map(rows.map(({ at, taken }) => [at.getTime(), taken]))
}

/** Gives back a place and takes another, even in a full slot; null for none. */
export async function changeSlot(tx: Tx, from: Date | null, to: Date | null): Promise<void> {
  if (from?.getTime() === to?.getTime()) return
  // The slots are always updated in the same order, so that two changes cannot deadlock.
  const changes = [from && { at: from, change: giveBackSlot }, to && { at: to, change: takeAnyPlace }].filter(
    (one) => one !== null,
  )
  for (const { at, change } of changes.sort((a, b) => a.at.getTime() - b.at.getTime())) await change(tx, at)
}

/** Takes a place of a slot that has fewer than `limit` orders; null for any slot. Fails as a conflict if it has not. */
export const takePlace = statement<{ at: Date; limit: number | null }>(
  'take_place',
  ({ at, limit }) => `with place as (
      insert into pickup_slots (at, taken) values (${at}::timestamptz, 1)
      on conflict (at) do update set taken = pickup_slots.taken + 1
        where ${limit}::int is null or pickup_slots.taken < ${limit}
      returning at
    )
    select conflict_unless(exists (select from place))`,
)

const takeAnyPlace = (tx: Tx, at: Date) => takePlace(tx, { at, limit: null })

async function giveBackSlot(tx: Tx, at: Date): Promise<void> {
  const isTaken = sql`${pickupSlots.at} = ${at} and ${pickupSlots.taken} > 0`
  await tx
    .update(pickupSlots)
    .set({ taken: sql`${pickupSlots.taken} - 1` })
    .where(isTaken)
}

/** Deletes the slots that are over for a day. */
export async function deletePastSlots(db: Database, now: Date): Promise<void> {
  await db.delete(pickupSlots).where(lt(pickupSlots.at, new Date(now.getTime() - 24 * 60 * 60_000)))
}
