import { asc, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { eventItems, events } from '#server/db/schema/index.ts'
import type { EventStatus } from '#shared/domain/statuses.ts'

export type EventRow = Omit<typeof events.$inferSelect, 'erasureKey'>
export type EventLineRow = typeof eventItems.$inferSelect
export interface EventWithLines {
  event: EventRow
  lines: EventLineRow[]
}

export async function insertEvent(
  tx: Tx,
  values: typeof events.$inferInsert,
  newLines: readonly Omit<typeof eventItems.$inferInsert, 'eventId'>[],
): Promise<EventWithLines> {
  const [event] = await tx.insert(events).values(values).returning()
  if (!event) throw new Error('an insert returned no row')
  const rows = newLines.map((line) => ({ ...line, eventId: event.id }))
  // Inserted in their order, so that sorting by id keeps it.
  const lines = rows.length === 0 ? [] : await tx.insert(eventItems).values(rows).returning()
  return { event, lines: lines.sort((a, b) => a.id - b.id) }
}

/** @returns whether there is such an event */
export async function updateStatus(tx: Tx, id: number, status: EventStatus, now: Date): Promise<boolean> {
  const { rowCount } = await tx.update(events).set({ status, updatedAt: now }).where(eq(events.id, id))
  return rowCount === 1
}

export async function findEvent(db: Reader, id: number): Promise<EventWithLines | undefined> {
  const [event] = await withLines(db, await db.select().from(events).where(eq(events.id, id)))
  return event
}

/** The newest events, newest first. @param before only events with a lower id; undefined for all */
export async function listEventsBefore(db: Reader, before: number | undefined, limit: number) {
  const isOlder = before === undefined ? undefined : lt(events.id, before)
  return withLines(db, await db.select().from(events).where(isOlder).orderBy(desc(events.id)).limit(limit))
}

/** The events with one of these phone numbers, newest first. */
export async function listEventsOf(db: Reader, numbers: readonly string[]): Promise<EventWithLines[]> {
  const isTheirs = inArray(events.customerPhone, [...numbers])
  return withLines(db, await db.select().from(events).where(isTheirs).orderBy(desc(events.id)))
}

async function withLines(db: Reader, rows: EventRow[]): Promise<EventWithLines[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await db.select().from(eventItems).where(inArray(eventItems.eventId, ids)).orderBy(asc(eventItems.id))
  const linesByEvent = Map.groupBy(lines, ({ eventId }) => eventId)
  return rows.map((event) => ({ event, lines: linesByEvent.get(event.id) ?? [] }))
}
