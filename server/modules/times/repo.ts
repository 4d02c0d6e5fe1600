import { gte, sql } from 'drizzle-orm'
import { firstOf, lock, OvertakenError, prepared, type Reader, statement, type Tx } from '#server/db/index.ts'
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

export async function readTakenSlots(db: Reader, since: Date): Promise<TakenSlots> {
  const rows = await takenQuery(db).execute({ since })
  return new Map(rows.map(({ at, taken }) => [at.getTime(), taken]))
}

/** Adds an order to a slot. @param limit null adds it even to a full slot @throws OvertakenError if staff filled it meanwhile */
export async function takeSlot(tx: Tx, at: Date, limit: number | null): Promise<void> {
  if (!(await firstOf(takeOne(tx, { at, limit })))) throw new OvertakenError()
}

const takeOne = statement<{ at: Date; limit: number | null }, { at: Date }>(
  'take_slot',
  ({ at, limit }) => `insert into pickup_slots (at, taken) values (${at}::timestamptz, 1)
    on conflict (at) do update set taken = pickup_slots.taken + 1
      where ${limit}::int is null or pickup_slots.taken < ${limit}
    returning at`,
)

/** Moves an order from one slot to another, even to a full one; null for none. */
export async function changeSlot(tx: Tx, from: Date | null, to: Date | null): Promise<void> {
  if (from?.getTime() === to?.getTime()) return
  await lock(tx, 'pickup')
  if (from) await giveBackSlot(tx, from)
  if (to) await takeSlot(tx, to, null)
}

async function giveBackSlot(tx: Tx, at: Date): Promise<void> {
  const isTaken = sql`${pickupSlots.at} = ${at} and ${pickupSlots.taken} > 0`
  await tx
    .update(pickupSlots)
    .set({ taken: sql`${pickupSlots.taken} - 1` })
    .where(isTaken)
}
