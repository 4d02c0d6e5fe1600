import { and, asc, count, eq, isNull, lt, lte, max, ne, sql } from 'drizzle-orm'
import type { Database, Reader, Tx } from '#server/db/index.ts'
import { sessionParticipants as participants, sharedSessions as sessions } from '#server/db/schema/index.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'

export type SessionRow = typeof sessions.$inferSelect
export type ParticipantRow = typeof participants.$inferSelect

/** Takes hold of a session until the transaction ends: its changes happen one after another. */
export async function holdSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, id)).for('update')
  return session
}

/** The same for the session that goes on at a table. */
export async function holdActiveAt(tx: Tx, tableId: number): Promise<SessionRow | undefined> {
  const isActive = and(eq(sessions.tableId, tableId), eq(sessions.status, 'active'))
  const [session] = await tx.select().from(sessions).where(isActive).for('update')
  return session
}

/** @returns nothing when another one was just started at this table */
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

export async function endSession(
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

/** The participant of this browser, whether there or gone. */
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

/** How many are there, and the last number that was given to one. */
export async function countParticipants(tx: Tx, sessionId: string): Promise<{ there: number; lastNumber: number }> {
  const [row] = await tx
    .select({
      there: count(sql`case when ${participants.leftAt} is null then 1 end`),
      lastNumber: max(participants.guestNumber),
    })
    .from(participants)
    .where(eq(participants.sessionId, sessionId))
  return { there: row?.there ?? 0, lastNumber: row?.lastNumber ?? 0 }
}

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
 * Notes when phones were last connected, all in one statement. It waits for nobody: a participant whom somebody is
 * changing at this moment is passed over, because two who wait for each other's rows would wait in vain.
 * @returns who was passed over
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

export async function expiredSessions(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.status, 'active'), lte(sessions.expiresAt, now)))
  return rows.map(({ id }) => id)
}

export async function deleteEndedBefore(db: Database, moment: Date): Promise<void> {
  await db.delete(sessions).where(and(ne(sessions.status, 'active'), lt(sessions.updatedAt, moment)))
}
