import { and, asc, eq, exists, inArray, not, notInArray, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  type Database,
  firstOf,
  inTransaction,
  isAheadSql,
  isRecentSql,
  locking,
  onlyOf,
  prepared,
  type Reader,
  type Tx,
} from '#server/db/index.ts'
import {
  orders,
  sessionParticipants as participants,
  sharedSessions as sessions,
  tables,
  whoSits,
} from '#server/db/schema/index.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order.ts'

export type SessionRow = typeof sessions.$inferSelect
export type ParticipantRow = typeof participants.$inferSelect

/** A session that is locked until the transaction ends, so that its changes run one after another. */
export interface LockedSession extends SessionRow {
  /** Everybody who ever joined, by guest number, including those who have left; or the one that was asked for. */
  participants: ParticipantRow[]
}

const isSession = (column: PgColumn) => eq(column, sql.placeholder('id'))
const lockedSession = prepared((db) =>
  db.select().from(sessions).where(isSession(sessions.id)).for('update').prepare('lock_session'),
)
const { sessionId: ofSession, guestNumber } = participants
const participantsOf = prepared((db) =>
  db
    .select()
    .from(participants)
    .where(
      and(isSession(ofSession), sql`${participants.id} = coalesce(${sql.placeholder('onlyId')}, ${participants.id})`),
    )
    .orderBy(asc(guestNumber))
    .prepare('session_participants'),
)

async function withParticipants(tx: Tx, locked: Promise<SessionRow[]>, onlyId: string | null = null) {
  const [session] = await locked
  return session && { ...session, participants: await participantsOf(tx).execute({ id: session.id, onlyId }) }
}

/** @param onlyId reads only this participant: a change of the cart needs no other */
export function lockSession(tx: Tx, id: string, onlyId?: string): Promise<LockedSession | undefined> {
  return withParticipants(tx, lockedSession(locking(tx, sessions)).execute({ id }), onlyId)
}

/** Locks the active session of a table until the transaction ends. */
export function lockActiveAt(tx: Tx, tableId: number): Promise<LockedSession | undefined> {
  return withParticipants(
    tx,
    locking(tx, sessions).select().from(sessions).where(isActiveAt(tableId)).for('update').execute(),
  )
}

const isActiveAt = (tableId: number) => and(eq(sessions.tableId, tableId), eq(sessions.status, 'active'))

/** Returns the id of the active session at a table, without a lock. */
export async function findActiveAt(db: Reader, tableId: number): Promise<string | undefined> {
  const [session] = await db.select({ id: sessions.id }).from(sessions).where(isActiveAt(tableId))
  return session?.id
}

/** Moves a session to another locked table. Participants who proved the first key need not prove the second. */
export async function updateSessionTable(tx: Tx, { id, tableId: from }: SessionRow, tableId: number, now: Date) {
  const keyOf = (table: number) => tx.select({ key: tables.key }).from(tables).where(eq(tables.id, table))
  const hasProvenFirst = and(eq(participants.sessionId, id), eq(participants.provenKey, keyOf(from)))
  const provenKey = sql`${keyOf(tableId)}`
  await tx.update(participants).set({ provenKey }).where(hasProvenFirst)
  await tx.update(sessions).set({ tableId, updatedAt: now }).where(eq(sessions.id, id))
}

/** Inserts a session. @returns undefined if the table has an active session already */
export function insertSession(
  tx: Tx,
  session: Pick<SessionRow, 'id' | 'tableId' | 'createdAt' | 'updatedAt' | 'expiresAt'>,
): Promise<SessionRow | undefined> {
  return firstOf(tx.insert(sessions).values(session).onConflictDoNothing().returning())
}

export function prolong(tx: Tx, id: string, expiresAt: Date): Promise<SessionRow> {
  return onlyOf(tx.update(sessions).set({ expiresAt }).where(eq(sessions.id, id)).returning())
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
  const ended = { ...outcome, updatedAt: now }
  await tx.update(sessions).set(ended).where(eq(sessions.id, id))
}

/** Returns a session if this browser takes part in it and its phone has connected. */
export async function findSessionSeenBy(db: Reader, id: string, tokenHash: string): Promise<SessionRow | undefined> {
  const [row] = await db
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(participants, whoSits)
    .where(and(eq(sessions.id, id), eq(participants.tokenHash, tokenHash)))
  return row?.session
}

/** Returns the table of an open order; undefined if the order is closed or has no table. */
export async function findTableOfOpenOrder(db: Reader, orderId: number): Promise<number | undefined> {
  const isOpenOrder = and(eq(orders.id, orderId), inArray(orders.status, [...OPEN_STATUSES]))
  const [row] = await db.select({ tableId: orders.tableId }).from(orders).where(isOpenOrder)
  return row?.tableId ?? undefined
}

export async function deleteOthers(tx: Tx, sessionId: string, exceptIds: readonly string[]): Promise<void> {
  const areOthers = and(eq(participants.sessionId, sessionId), notInArray(participants.id, [...exceptIds]))
  await tx.delete(participants).where(areOthers)
}

export function insertParticipant(tx: Tx, row: typeof participants.$inferInsert): Promise<ParticipantRow> {
  return onlyOf(tx.insert(participants).values(row).returning())
}

export async function updateParticipant(
  tx: Tx,
  id: string,
  change: Partial<Pick<ParticipantRow, 'name' | 'isReady' | 'seenAt' | 'leftAt' | 'provenKey' | 'needsNoKey'>>,
  now: Date,
): Promise<ParticipantRow> {
  const changed = { ...change, updatedAt: now }
  return onlyOf(tx.update(participants).set(changed).where(eq(participants.id, id)).returning())
}

/** Records in one statement that these phones are connected; instances lock the rows in the same order. */
export function writeSeen(db: Database, ids: readonly string[], now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const connected = tx
      .select({ id: participants.id })
      .from(participants)
      .where(and(inArray(participants.id, [...ids]), not(isAheadSql(participants.seenAt, now, 0))))
      .orderBy(participants.id)
      .for('update')
    await tx.update(participants).set({ seenAt: now }).where(inArray(participants.id, connected))
  })
}

/** Lists the active sessions that are over, as in `cancelIfOver`. */
export async function listExpiredIds(
  db: Database,
  now: Date,
  { longestAheadMs, desertedAfterMs }: { longestAheadMs: number; desertedAfterMs: number },
): Promise<string[]> {
  const seenParticipants = db.select({ id: participants.id }).from(participants).where(whoSits)
  const isDeserted = and(not(isRecentSql(sessions.createdAt, now, desertedAfterMs)), not(exists(seenParticipants)))
  const isOver = and(
    eq(sessions.status, 'active'),
    or(not(isAheadSql(sessions.expiresAt, now, longestAheadMs)), isDeserted),
  )
  const rows = await db.select({ id: sessions.id }).from(sessions).where(isOver)
  return rows.map(({ id }) => id)
}
