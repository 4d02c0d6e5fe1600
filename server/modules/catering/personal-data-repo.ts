import { and, asc, count, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { erasureOf, erasures, events, idempotencyKeys } from '#server/db/schema/index.ts'
import { type CateringEvent, createEvent } from '#shared/contracts/catering.ts'

const NO_PERSONAL_DATA = { customerName: '', customerEmail: '', customerPhone: '', notes: null } as const

/** Locks the events with these phone numbers (digits of E.164) until the transaction ends. @returns their ids */
export async function lockEventsOf(tx: Tx, numbers: readonly string[]): Promise<number[]> {
  return lockEvents(tx, inArray(events.customerPhone, [...numbers]))
}

/**
 * Locks those of the given events that were before `day` and still have personal data, until the transaction ends.
 * @returns their ids
 */
export async function lockOverdueEvents(tx: Tx, eventIds: readonly number[], day: string): Promise<number[]> {
  return lockEvents(tx, and(inArray(events.id, [...eventIds]), isOverdue(day)))
}

/** Locks the events with personal data whose keys are in `erasures`. @returns their ids */
export async function lockEventsToEraseAgain(tx: Tx): Promise<number[]> {
  const erased = tx.select({ key: erasures.key }).from(erasures)
  return lockEvents(tx, and(isNull(events.erasedAt), inArray(events.erasureKey, erased)))
}

async function lockEvents(tx: Tx, condition: SQL | undefined): Promise<number[]> {
  const rows = await tx.select({ id: events.id }).from(events).where(condition).orderBy(asc(events.id)).for('update')
  return rows.map(({ id }) => id)
}

/** Condition: the event was before `day` (YYYY-MM-DD) and still has its personal data. */
const isOverdue = (day: string) => and(isNull(events.erasedAt), lt(events.eventDate, day))

/** The ids above `after` of events before `day` with personal data, lowest first. */
export async function listOverdueEvents(db: Reader, day: string, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(and(isOverdue(day), gt(events.id, after)))
    .orderBy(asc(events.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** The number of events before `day` with personal data. */
export async function countOverdueEvents(db: Reader, day: string): Promise<number> {
  const [row] = await db.select({ events: count() }).from(events).where(isOverdue(day))
  return row?.events ?? 0
}

/** Records the erasure keys of these events, so that they are erased again after a backup is restored. */
export async function recordErasedEvents(tx: Tx, ids: readonly number[]): Promise<void> {
  const keys = tx
    .select(erasureOf(events.erasureKey))
    .from(events)
    .where(inArray(events.id, [...ids]))
  await tx.insert(erasures).select(keys).onConflictDoNothing()
}

/** Clears the personal data in these events. */
export async function anonymizeEvents(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx
    .update(events)
    .set({ ...NO_PERSONAL_DATA, updatedAt: now, erasedAt: now })
    .where(inArray(events.id, [...ids]))
}

/**
 * Clears the personal data in the stored responses about these events. The responses stay, so that repeating a request
 * does not create a second event. The hash of the request body is deleted, because the data could be guessed from it;
 * a repeated request then gets the stored response, whatever its body.
 */
export async function anonymizeEventResponses(tx: Tx, ids: readonly number[]): Promise<void> {
  const { key, answer } = idempotencyKeys
  const isEventCreation = sql`starts_with(${key}, ${`${createEvent.path} `})`
  const isAboutTheseEvents = inArray(sql`(${answer}::jsonb ->> 'id')::bigint`, [...ids])
  const stored = await tx.select({ key, answer }).from(idempotencyKeys).where(and(isEventCreation, isAboutTheseEvents))
  for (const row of stored) {
    const anonymized: CateringEvent = { ...JSON.parse(row.answer), ...NO_PERSONAL_DATA }
    await tx
      .update(idempotencyKeys)
      .set({ answer: JSON.stringify(anonymized), bodyHash: '' })
      .where(eq(key, row.key))
  }
}
