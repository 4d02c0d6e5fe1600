import { type Database, inTransaction, type SendWithCommit, type Tx } from '#server/db/index.ts'
import { freeIfUnused } from '#server/modules/occupancy/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import { KeyedQueue } from '#server/platform/limits/concurrency.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { newToken } from '#server/platform/token.ts'
import { lockSession, type SessionRow, wasEverSeen, writeOutcome } from './repo.ts'

/** How long a session lasts, in milliseconds (docs/product/shared-sessions.md#sessions-length). */
export const SESSION_MS = 90 * 60_000
/** A participant with no phone connected for longer than this is absent, and the others need not wait for them. */
const ABSENT_AFTER_MS = 2 * 60_000
/** A participant with no phone connected for this long is away: the others may send the order without them. */
export const AWAY_AFTER_MS = 20_000
/** How often each instance checks whether such a time is up. */
export const AWAY_CHECK_INTERVAL_MS = 2_000
/** A session to which no phone has connected within this time ends. */
const DESERTED_AFTER_MS = 60_000
/** How often each instance records which phones are connected, and checks what has changed by time alone. */
export const PRESENCE_INTERVAL_MS = 30_000
/** How long an ended session is stored, so that its guests can still get the order. */
export const ENDED_RETENTION_MS = 7 * 24 * 60 * 60_000
export const MAX_SEATS = 20
/** The maximum number of stored participants without a seat, who may still connect or return. */
export const MAX_WITHOUT_SEAT = 100
/** The maximum number of open sockets of one participant on one instance; leaves room for tabs and for dead sockets. */
export const MAX_SOCKETS = 8
/** So that no change is made twice: a page has at most 20 unconfirmed ones, and there are other tabs. */
export const MAX_REMEMBERED_CHANGES = 50

/** A participant is present if a phone of theirs was connected at this moment or later. */
export function presentSince(now: Date): Date {
  return new Date(now.getTime() - ABSENT_AFTER_MS)
}

/** A session that began at this moment or earlier is over if no phone has connected to it. */
export function desertedBefore(now: Date): Date {
  return new Date(now.getTime() - DESERTED_AFTER_MS)
}

/** Whether a phone of the participant is connected, or was within the last two minutes. */
export function isPresent({ seenAt }: { seenAt: Date | string | null }, now: Date): boolean {
  return seenAt !== null && new Date(seenAt) >= presentSince(now)
}

/** Whether the others may send the order without the participant: no phone of theirs has been connected for a while. */
export function isAway({ seenAt, lostAt }: Record<'seenAt' | 'lostAt', Date | string | null>, now: Date): boolean {
  const isLost = lostAt !== null && seenAt !== null && new Date(seenAt) <= new Date(lostAt)
  return isLost || !isPresent({ seenAt }, now)
}

/** Whether the cart can be ordered: it has lines, and every present participant is ready. */
export function isAllReady(
  participants: readonly { isReady: boolean; seenAt: Date | string | null }[],
  lines: readonly unknown[],
  now: Date,
): boolean {
  const present = participants.filter((participant) => isPresent(participant, now))
  return lines.length > 0 && present.length > 0 && present.every(({ isReady }) => isReady)
}

/** Topic: a shared session changed. Database triggers on the menu announce it too (0000_first.sql). */
export const SESSION_TOPIC = 'session'

const turnsOf = new WeakMap<Database, KeyedQueue>()

/** Work of one name, one after another in memory: each transaction that waits would occupy a connection. */
export function inTurn<Result>(db: Database, name: string, work: () => Promise<Result>): Promise<Result> {
  const turns = turnsOf.get(db) ?? new KeyedQueue()
  turnsOf.set(db, turns)
  return turns.run(name, work)
}

/**
 * Runs `work` on a session in one transaction, which locks the session first. An expired session is cancelled before
 * that in its own transaction, so it stays cancelled even if `work` throws.
 * @param isAwaited checked before the work starts: work that nobody waits for is skipped
 * @throws AppError `session_not_found`, and what `work` throws
 */
export async function inSession<Result>(
  db: Database,
  id: string,
  now: Date,
  work: (tx: Tx, session: SessionRow, sendWithCommit: SendWithCommit) => Promise<Result>,
  isAwaited = () => true,
): Promise<Result> {
  const attempt = () =>
    inTransaction(db, async (tx, sendWithCommit) => {
      const session = required(await lockSession(tx, id), 'session_not_found')
      if (!isExpired(session, now)) return { result: await work(tx, session, sendWithCommit) }
      await cancel(tx, session, now)
      return undefined
    })
  return inTurn(db, id, async () => {
    if (!isAwaited()) throw new AppError('session_not_found')
    // The second attempt finds the expired session cancelled, no longer active.
    for (;;) {
      const outcome = await attempt()
      if (outcome) return outcome.result
    }
  })
}

export function isExpired({ status, expiresAt }: Pick<SessionRow, 'status' | 'expiresAt'>, now: Date): boolean {
  return status === 'active' && expiresAt <= now
}

/** Frees the table unless it is still in use; a session without a phone has not occupied it. */
export async function cancel(tx: Tx, session: SessionRow, now: Date): Promise<SessionRow> {
  await writeOutcome(tx, session.id, { status: 'cancelled' }, now)
  if (await wasEverSeen(tx, session.id)) await freeIfUnused(tx, session.tableId, now)
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
