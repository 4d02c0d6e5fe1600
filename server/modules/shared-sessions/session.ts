import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { freeIfUnused } from '#server/modules/occupancy/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import { isAhead, isRecent } from '#server/platform/clock.ts'
import { KeyedQueue } from '#server/platform/limits/concurrency.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { newToken } from '#server/platform/token.ts'
import { type LockedSession, lockSession, type ParticipantRow, type SessionRow, writeOutcome } from './repo.ts'

/** How long a session lasts, in milliseconds (docs/product/shared-sessions.md#sessions-length). */
export const SESSION_MS = 90 * 60_000
/** An end that is later was stored by a clock that was ahead. One that was set back by hours ends no session. */
export const LONGEST_AHEAD_MS = 24 * 60 * 60_000
/** The interval at which each instance records whose phones are connected, and looks for changes by time alone. */
export const PRESENCE_INTERVAL_MS = 10_000
/**
 * A participant who was not seen for this long is away, and the others may send the order without them. The others are
 * told by the third check after a phone was last seen: 20 to 30 s after it disconnected.
 */
const AWAY_AFTER_MS = 3 * PRESENCE_INTERVAL_MS - 1_000
/** A participant who was not seen for this long is absent, and nobody need wait for them. */
const ABSENT_AFTER_MS = 2 * 60_000 + PRESENCE_INTERVAL_MS
/** A session to which no phone has connected within this time ends. */
export const DESERTED_AFTER_MS = 60_000
export const MAX_SEATS = 20
/** The maximum number of open sockets of one participant on one instance; leaves room for tabs and for dead sockets. */
export const MAX_SOCKETS = 8
/** Prevents repeated changes: a page has sent at most 10 that are unconfirmed, and there may be other tabs. */
export const MAX_REMEMBERED_CHANGES = 50

interface Seen {
  /** When a phone of the participant was last known to be connected. */
  seenAt: Date | string | null
}

export function isPresent({ seenAt }: Seen, now: Date): boolean {
  return wasSeen(seenAt, now, ABSENT_AFTER_MS)
}

/** Whether a phone of the participant has connected, and they have not left. */
export function hasConnected({ seenAt, leftAt }: Pick<ParticipantRow, 'seenAt' | 'leftAt'>): boolean {
  return seenAt !== null && leftAt === null
}

/** Whether the others may send the order without the participant. */
export function isAway({ seenAt }: Seen, now: Date): boolean {
  return !wasSeen(seenAt, now, AWAY_AFTER_MS)
}

const wasSeen = (seenAt: Date | string | null, now: Date, withinMs: number) =>
  isRecent(seenAt === null ? null : new Date(seenAt), now, withinMs + 1)

/** Whether the cart can be ordered: it has lines, and every present participant is ready. */
export function isAllReady(
  participants: readonly (Seen & { isReady: boolean })[],
  lines: readonly unknown[],
  now: Date,
): boolean {
  const present = participants.filter((participant) => isPresent(participant, now))
  return lines.length > 0 && present.length > 0 && present.every(({ isReady }) => isReady)
}

/** Topic: a shared session changed. Database triggers on the menu announce it too (0000_first.sql). */
export const SESSION_TOPIC = 'session'

const queues = new WeakMap<Database, KeyedQueue>()

/** The work on sessions and tables that waits in memory, because each waiting transaction would occupy a connection. */
export function queueOf(db: Database): KeyedQueue {
  const queue = queues.get(db) ?? new KeyedQueue()
  queues.set(db, queue)
  return queue
}

/**
 * Runs `work` on a session in one transaction, which locks the session first. An expired session reads as cancelled;
 * `endExpired` stores that.
 * @param isAwaited checked before the work starts: work that nobody waits for is skipped
 * @param onlyId the connected participant whom the work needs; by default it gets all
 */
export function inSession<Result>(
  db: Database,
  id: string,
  now: Date,
  work: (tx: Tx, session: LockedSession) => Promise<Result>,
  isAwaited = () => true,
  onlyId?: string,
): Promise<Result> {
  return queueOf(db).run(id, async () => {
    if (!isAwaited()) throw new AppError('session_not_found')
    return inTransaction(db, async (tx) => {
      const session = required(await lockSession(tx, id, onlyId), 'session_not_found')
      return work(tx, isExpired(session, now) ? { ...session, status: 'cancelled' } : session)
    })
  })
}

/** Runs `work` on a session as it is stored, if there is one. */
export function inStoredSession(db: Database, id: string, work: (tx: Tx, session: LockedSession) => Promise<unknown>) {
  return queueOf(db).run(id, () =>
    inTransaction(db, async (tx) => {
      const session = await lockSession(tx, id)
      if (session?.status === 'active') await work(tx, session)
      return session
    }),
  )
}

export function isExpired({ status, expiresAt }: Pick<SessionRow, 'status' | 'expiresAt'>, now: Date): boolean {
  return status === 'active' && expiresAt <= now
}

/**
 * Cancels a session that has expired, or that still has no phone after its first minute.
 * @param mustHavePhone cancels a session without a phone within that minute too, so that an owner can use its table
 * @returns whether the session is over
 */
export async function cancelIfOver(tx: Tx, session: LockedSession, now: Date, mustHavePhone = false): Promise<boolean> {
  if (session.status !== 'active') return true
  const isPhoneDue = mustHavePhone || !isRecent(session.createdAt, now, DESERTED_AFTER_MS)
  const isOver =
    !isAhead(session.expiresAt, now, LONGEST_AHEAD_MS) || (isPhoneDue && !session.participants.some(hasConnected))
  if (isOver) await cancel(tx, session, now)
  return isOver
}

/** Cancels a session and frees its table unless that is still in use; a session without a phone has not occupied it. */
export async function cancel(tx: Tx, session: LockedSession, now: Date): Promise<LockedSession> {
  await writeOutcome(tx, session.id, { status: 'cancelled' }, now)
  if (session.participants.some(({ seenAt }) => seenAt)) await freeIfUnused(tx, session.tableId, now)
  await announceSession(tx, session.id)
  return { ...session, status: 'cancelled' }
}

/** Announces a session, so that every instance sends its phones the changes. */
export function announceSession(tx: Tx, id: string): Promise<void> {
  return announceChange(tx, { topic: SESSION_TOPIC, id })
}

/** Returns a random, unguessable id for a session, a participant or a page. */
export function newRandomId(): string {
  return newToken(18)
}
