import { type Database, inTransaction, type SendWithCommit, type Tx } from '#server/db/index.ts'
import { freeIfUnused } from '#server/modules/occupancy/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import { KeyedQueue } from '#server/platform/limits/concurrency.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { newToken } from '#server/platform/token.ts'
import { lockSession, type SessionRow, wasEverSeen, writeOutcome } from './repo.ts'

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
