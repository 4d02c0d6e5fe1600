import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Database, Reader, Tx } from '#server/db/index.ts'
import {
  sharedCartItems as lines,
  sessionParticipants as participants,
  sharedSessions as sessions,
  tables,
} from '#server/db/schema/index.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'

export type SessionRow = typeof sessions.$inferSelect
export type ParticipantRow = typeof participants.$inferSelect

/** Locks a session until the transaction ends, so that its changes happen one after another. */
export async function lockSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, id)).for('update')
  return session
}

/** The same for the session that goes on at a table. */
export async function lockActiveAt(tx: Tx, tableId: number): Promise<SessionRow | undefined> {
  const isActive = and(eq(sessions.tableId, tableId), eq(sessions.status, 'active'))
  const [session] = await tx.select().from(sessions).where(isActive).for('update')
  return session
}

/** The id of the session that goes on at a table; nobody is made to wait. */
export async function findActiveAt(db: Reader, tableId: number): Promise<string | undefined> {
  const isActive = and(eq(sessions.tableId, tableId), eq(sessions.status, 'active'))
  const [session] = await db.select({ id: sessions.id }).from(sessions).where(isActive)
  return session?.id
}

export async function findTableNumber(db: Reader, tableId: number): Promise<number | undefined> {
  const [table] = await db.select({ number: tables.number }).from(tables).where(eq(tables.id, tableId))
  return table?.number
}

/** Seats a locked session at another table, which is locked too. */
export async function writeTable(tx: Tx, id: string, tableId: number, now: Date): Promise<void> {
  await tx.update(sessions).set({ tableId, updatedAt: now }).where(eq(sessions.id, id))
}

/** @returns nothing when the table has an active session already */
export async function insertSession(
  tx: Tx,
  session: Pick<SessionRow, 'id' | 'tableId' | 'createdAt' | 'updatedAt' | 'expiresAt'>,
): Promise<SessionRow | undefined> {
  const [row] = await tx.insert(sessions).values(session).onConflictDoNothing().returning()
  return row
}

export async function bumpVersion(tx: Tx, id: string, now: Date): Promise<void> {
  const version = sql`${sessions.version} + 1`
  await tx.update(sessions).set({ version, updatedAt: now }).where(eq(sessions.id, id))
}

export async function writeOutcome(
  tx: Tx,
  id: string,
  outcome: { status: 'cancelled' } | { status: 'completed'; placed: PlacedOrder },
  now: Date,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ ...outcome, updatedAt: now })
    .where(eq(sessions.id, id))
}

/** The participant of this browser, also one who has left. */
export async function participantOf(
  db: Reader,
  sessionId: string,
  tokenHash: string,
): Promise<ParticipantRow | undefined> {
  const isTheirs = and(eq(participants.sessionId, sessionId), eq(participants.tokenHash, tokenHash))
  const [row] = await db.select().from(participants).where(isTheirs)
  return row
}

export async function participantById(tx: Tx, sessionId: string, id: string): Promise<ParticipantRow | undefined> {
  const isIt = and(eq(participants.sessionId, sessionId), eq(participants.id, id))
  const [row] = await tx.select().from(participants).where(isIt)
  return row
}

/** Those who have not left, by guest number. */
export function participantsIn(tx: Tx, sessionId: string): Promise<ParticipantRow[]> {
  const areThere = and(eq(participants.sessionId, sessionId), isNull(participants.leftAt))
  return tx.select().from(participants).where(areThere).orderBy(asc(participants.guestNumber))
}

/** How many have not left, whether their phones came or not. */
export async function countParticipants(tx: Tx, sessionId: string): Promise<number> {
  const areThere = and(eq(participants.sessionId, sessionId), isNull(participants.leftAt))
  const [row] = await tx.select({ there: count() }).from(participants).where(areThere)
  return row?.there ?? 0
}

/** The highest guest number in a session. */
export async function lastGuestNumber(tx: Tx, sessionId: string): Promise<number> {
  const [row] = await tx
    .select({ last: max(participants.guestNumber) })
    .from(participants)
    .where(eq(participants.sessionId, sessionId))
  return row?.last ?? 0
}

/** Those of a session who have a seat: who is present, and who has lines. */
export async function seatedIn(tx: Tx, sessionId: string, presentSince: Date): Promise<string[]> {
  const rows = await tx
    .select({ id: participants.id })
    .from(participants)
    .where(and(eq(participants.sessionId, sessionId), hasSeat(presentSince)))
  return rows.map(({ id }) => id)
}

/** Keeps `most` participants without a seat, those whose phones were seen last, and deletes the others without one. */
export async function deleteSeatless(tx: Tx, sessionId: string, presentSince: Date, most: number): Promise<void> {
  const tooMany = tx
    .select({ id: participants.id })
    .from(participants)
    .where(and(eq(participants.sessionId, sessionId), not(hasSeat(presentSince))))
    .orderBy(sql`${participants.seenAt} desc nulls last`, desc(participants.updatedAt))
    .offset(most)
  await tx.delete(participants).where(inArray(participants.id, tooMany))
}

function hasSeat(presentSince: Date): SQL {
  const theirLines = sql`select from ${lines} where ${lines.participantId} = ${participants.id}`
  const isSeated = sql`(${gte(participants.seenAt, presentSince)} or exists (${theirLines}))`
  return sql`(${isNull(participants.leftAt)} and coalesce(${isSeated}, false))`
}

/** Whether anybody's phone came to this session who has not left. */
export async function isAnybodyAt(tx: Tx, sessionId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: participants.id })
    .from(participants)
    .where(and(eq(participants.sessionId, sessionId), hasCome))
    .limit(1)
  return row !== undefined
}

/** Whether a phone ever came to this session, including those of participants who have left. */
export async function hasAnybodyCome(tx: Tx, sessionId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: participants.id })
    .from(participants)
    .where(and(eq(participants.sessionId, sessionId), isNotNull(participants.seenAt)))
    .limit(1)
  return row !== undefined
}

/** Deletes all participants of a session but these. */
export async function deleteOthers(tx: Tx, sessionId: string, kept: readonly string[]): Promise<void> {
  const areOthers = and(eq(participants.sessionId, sessionId), notInArray(participants.id, [...kept]))
  await tx.delete(participants).where(areOthers)
}

const hasCome = and(isNull(participants.leftAt), isNotNull(participants.seenAt))

export async function insertParticipant(tx: Tx, row: typeof participants.$inferInsert): Promise<ParticipantRow> {
  const [participant] = await tx.insert(participants).values(row).returning()
  if (!participant) throw new Error('a participant was not written')
  return participant
}

export async function updateParticipant(
  tx: Tx,
  id: string,
  change: Partial<Pick<ParticipantRow, 'name' | 'isReady' | 'refs' | 'seenAt' | 'leftAt'>>,
  now: Date,
): Promise<ParticipantRow> {
  const [row] = await tx
    .update(participants)
    .set({ ...change, updatedAt: now })
    .where(eq(participants.id, id))
    .returning()
  if (!row) throw new Error('a participant of a held session is gone')
  return row
}

/**
 * Notes when phones were last connected, all in one statement. It skips a participant whose row is locked, because two
 * transactions that wait for each other's rows would end in a deadlock.
 * @returns the ids that it skipped
 */
export async function writeSeen(db: Database, seen: ReadonlyMap<string, Date>): Promise<Set<string>> {
  const given = JSON.stringify([...seen].map(([id, at]) => ({ id, at: at.toISOString() })))
  const { rows } = await db.execute<{ id: string }>(sql`
    with due as (
      select participant.id, given.at
      from session_participants as participant
      join jsonb_to_recordset(${given}::jsonb) as given (id text, at timestamptz) on given.id = participant.id
      where participant.seen_at < given.at
    ), free as (
      select participant.id, due.at
      from session_participants as participant join due on due.id = participant.id
      order by participant.id
      for update of participant skip locked
    ), written as (
      update session_participants as participant set seen_at = free.at
      from free where participant.id = free.id and participant.seen_at < free.at
      returning participant.id
    )
    select id from due where id not in (select id from written)`)
  return new Set(rows.map(({ id }) => id))
}

/** Sessions whose time is up, and those that began before a moment and to which nobody's phone came. */
export async function expiredSessions(db: Database, now: Date, desertedBefore: Date): Promise<string[]> {
  const theirs = db
    .select({ id: participants.id })
    .from(participants)
    .where(and(eq(participants.sessionId, sessions.id), hasCome))
  const isDeserted = and(lte(sessions.createdAt, desertedBefore), not(exists(theirs)))
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.status, 'active'), or(lte(sessions.expiresAt, now), isDeserted)))
  return rows.map(({ id }) => id)
}

export async function deleteEndedBefore(db: Database, moment: Date): Promise<void> {
  await db.delete(sessions).where(and(ne(sessions.status, 'active'), lt(sessions.updatedAt, moment)))
}
