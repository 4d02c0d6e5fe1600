import { and, asc, count, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { erasures, events, idempotencyKeys } from '#server/db/schema/index.ts'
import { type CateringEvent, createEvent } from '#shared/contracts/catering.ts'

const NOBODY = { customerName: '', customerEmail: '', customerPhone: '', notes: null } as const

/** Locks the events of these numbers until the transaction ends. @returns their ids */
export async function lockEventsOf(tx: Tx, numbers: readonly string[]): Promise<number[]> {
  return lockEvents(tx, inArray(events.customerPhone, [...numbers]))
}

/** Locks those of these events that still name somebody and whose day came before another, until the transaction ends. */
export async function lockEventsOver(tx: Tx, eventIds: readonly number[], day: string): Promise<number[]> {
  return lockEvents(tx, and(inArray(events.id, [...eventIds]), isOverBefore(day)))
}

async function lockEvents(tx: Tx, which: SQL | undefined): Promise<number[]> {
  const rows = await tx.select({ id: events.id }).from(events).where(which).orderBy(asc(events.id)).for('update')
  return rows.map(({ id }) => id)
}

const isOverBefore = (day: string) => and(isNull(events.erasedAt), lt(events.eventDate, day))

/** The ids, above `after`, of events that still name somebody and whose day came before another: the lowest first. */
export async function listEventsOver(db: Reader, day: string, after: number, most: number): Promise<number[]> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(and(isOverBefore(day), gt(events.id, after)))
    .orderBy(asc(events.id))
    .limit(most)
  return rows.map(({ id }) => id)
}

/** How many events still name somebody and had their day before another. */
export async function countEventsOver(db: Reader, day: string): Promise<number> {
  const [row] = await db.select({ events: count() }).from(events).where(isOverBefore(day))
  return row?.events ?? 0
}

/** Writes down the keys of these events: whoever restores a backup erases them again. */
export async function recordErasedEvents(tx: Tx, ids: readonly number[]): Promise<void> {
  const keys = tx
    .select({ key: events.erasureKey })
    .from(events)
    .where(inArray(events.id, [...ids]))
  await tx.insert(erasures).select(keys).onConflictDoNothing()
}

/** Empties what these events say of a person. */
export async function emptyEvents(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx
    .update(events)
    .set({ ...NOBODY, updatedAt: now, erasedAt: now })
    .where(inArray(events.id, [...ids]))
}

/**
 * Empties the stored answers that show these events. They stay answers, because their keys must not make a second event;
 * without the hash of the body, which can be guessed, they answer whatever is sent.
 */
export async function emptyAnswersOf(tx: Tx, ids: readonly number[]): Promise<void> {
  const { key, answer } = idempotencyKeys
  const isOfEvents = sql`starts_with(${key}, ${`${createEvent.path} `})`
  const isOfThese = inArray(sql`(${answer}::jsonb ->> 'id')::bigint`, [...ids])
  const stored = await tx.select({ key, answer }).from(idempotencyKeys).where(and(isOfEvents, isOfThese))
  for (const { key: of, answer: shown } of stored) {
    const emptied: CateringEvent = { ...JSON.parse(shown), ...NOBODY }
    await tx
      .update(idempotencyKeys)
      .set({ answer: JSON.stringify(emptied), bodyHash: '' })
      .where(eq(key, of))
  }
}
