import { and, asc, desc, eq, inArray, isNull, lt, type SQL } from 'drizzle-orm'
import {
  anonymizeResponses,
  firstOf,
  isRecordedAsErased,
  lockIds,
  onlyOf,
  overdueRows,
  type Reader,
  recordErased,
  type Tx,
} from '#server/db/index.ts'
import { eventItems, events } from '#server/db/schema/index.ts'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import type { EventStatus } from '#shared/domain/catering.ts'
import { searchExpression, searchedText } from '#shared/domain/search.ts'

export type EventRow = Omit<typeof events.$inferSelect, 'erasureKey'>
export interface EventWithLines {
  event: EventRow
  lines: (typeof eventItems.$inferSelect)[]
}

export async function insertEvent(
  tx: Tx,
  values: typeof events.$inferInsert,
  newLines: readonly Omit<typeof eventItems.$inferInsert, 'eventId'>[],
): Promise<EventWithLines> {
  const event = await onlyOf(tx.insert(events).values(values).returning())
  const rows = newLines.map((line) => ({ ...line, eventId: event.id }))
  // Inserted in their order, so that sorting by id keeps it.
  const lines = rows.length === 0 ? [] : await tx.insert(eventItems).values(rows).returning()
  return { event, lines: lines.sort((a, b) => a.id - b.id) }
}

export async function updateStatus(tx: Tx, id: number, status: EventStatus, now: Date): Promise<void> {
  await tx.update(events).set({ status, updatedAt: now }).where(eq(events.id, id))
}

export async function findEvent(db: Reader, id: number): Promise<EventWithLines | undefined> {
  return firstOf(withLines(db, await db.select().from(events).where(eq(events.id, id))))
}

export async function lockStatus(tx: Tx, id: number): Promise<EventStatus | undefined> {
  const [row] = await tx.select({ status: events.status }).from(events).where(eq(events.id, id)).for('update')
  return row?.status
}

export async function deleteEventRow(tx: Tx, id: number): Promise<void> {
  await tx.delete(events).where(eq(events.id, id))
}

interface EventSearch {
  /** Selects only events with a lower id; undefined for all. */
  before: number | undefined
  /** The search text as typed, and the digits of a phone number if it may be one. */
  search: { text: string; phone: string | undefined } | undefined
  limit: number
}

/** The newest events that match, newest first. */
export async function listEventsBefore(db: Reader, { before, search, limit }: EventSearch): Promise<EventWithLines[]> {
  const isOlder = before === undefined ? undefined : lt(events.id, before)
  const isMatch = search && inArray(events.id, await idsOfMatches(db, search, isOlder))
  const condition = and(isOlder, isMatch)
  return withLines(db, await db.select().from(events).where(condition).orderBy(desc(events.id)).limit(limit))
}

/** Matches the texts of all events; no folded column is stored, so that there is nothing more to erase. */
async function idsOfMatches(db: Reader, { text, phone }: NonNullable<EventSearch['search']>, isOlder: SQL | undefined) {
  const { id, customerName, customerEmail, customerPhone, notes } = events
  const rows = await db.select({ id, customerName, customerEmail, customerPhone, notes }).from(events).where(isOlder)
  const expression = searchExpression(text)
  const isMatch = (row: (typeof rows)[number]) =>
    expression.test(searchedText(row.customerName, row.customerPhone, row.customerEmail, row.notes ?? '')) ||
    (phone !== undefined && row.customerPhone.includes(phone))
  return rows.filter(isMatch).map((row) => row.id)
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

const NO_PERSONAL_DATA = { customerName: '', customerEmail: '', customerPhone: '', notes: null } as const

/** Condition: the event was before `day` (YYYY-MM-DD) and still has its personal data. */
const isOverdue = (day: string) => and(isNull(events.erasedAt), lt(events.eventDate, day))
export const overdueEvents = overdueRows(events, (_, { day }) => isOverdue(day))

/** Locks the events with these phone numbers (digits of E.164) until the transaction ends. @returns their ids */
export function lockEventsOf(tx: Tx, numbers: readonly string[]): Promise<number[]> {
  return lockIds(tx, events, inArray(events.customerPhone, [...numbers]))
}

/** Locks the given events that are overdue on a day until the transaction ends. @returns their ids */
export function lockOverdueEvents(tx: Tx, ids: readonly number[], day: string): Promise<number[]> {
  return lockIds(tx, events, and(inArray(events.id, [...ids]), isOverdue(day)))
}

/** Locks the events with personal data whose keys are in `erasures`. @returns their ids */
export function lockEventsToEraseAgain(tx: Tx): Promise<number[]> {
  return lockIds(tx, events, and(isNull(events.erasedAt), isRecordedAsErased(tx, events)))
}

/** Clears the personal data of locked events, wherever it is stored. */
export async function anonymizeEvents(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await forgetEvents(tx, ids)
  await tx
    .update(events)
    .set({ ...NO_PERSONAL_DATA, updatedAt: now, erasedAt: now })
    .where(inArray(events.id, [...ids]))
}

/** Clears what is stored about events beside their rows: responses to their creation, and backups restored later. */
export async function forgetEvents(tx: Tx, ids: readonly number[]): Promise<void> {
  await recordErased(tx, events, inArray(events.id, [...ids]))
  const anonymized = (event: CateringEvent) => ({ ...event, ...NO_PERSONAL_DATA })
  await anonymizeResponses(tx, { shows: 'event', ids, anonymized })
}
