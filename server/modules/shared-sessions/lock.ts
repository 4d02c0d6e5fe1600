import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { freeWhenDone } from '#server/modules/occupancy/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { Turns } from '#server/platform/limits/turns.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { hasAnybodyCome, lockSession, type SessionRow, writeOutcome } from './repo.ts'
import { SESSION_TOPIC } from './topic.ts'

const turnsOf = new WeakMap<Database, Turns>()

/**
 * Runs work of one name in turn, queued in memory: transactions that wait for the same row would otherwise each occupy a
 * connection of the pool.
 */
export function inTurn<Result>(db: Database, name: string, work: () => Promise<Result>): Promise<Result> {
  const turns = turnsOf.get(db) ?? new Turns()
  turnsOf.set(db, turns)
  return turns.take(name, work)
}

/**
 * Runs work on a session in one transaction that locks it from the first statement on. A session whose time is
 * up is cancelled first, in a transaction of its own: it stays cancelled, whatever `work` refuses.
 * @param isAwaited called when the turn has come: work that nobody waits for is skipped
 * @throws AppError `session_not_found`, and whatever `work` refuses
 */
export async function inSession<Result>(
  db: Database,
  id: string,
  now: Date,
  work: (tx: Tx, session: SessionRow) => Promise<Result>,
  isAwaited = () => true,
): Promise<Result> {
  const attempt = () =>
    inTransaction(db, async (tx) => {
      const session = await lockSession(tx, id)
      if (!session) throw new AppError('session_not_found')
      if (!isExpired(session, now)) return { result: await work(tx, session) }
      await cancel(tx, session, now)
      return undefined
    })
  return inTurn(db, id, async () => {
    if (!isAwaited()) throw new AppError('session_not_found')
    // Whoever is second finds the session cancelled, and not expired any more.
    for (;;) {
      const done = await attempt()
      if (done) return done.result
    }
  })
}

export function isExpired({ status, expiresAt }: Pick<SessionRow, 'status' | 'expiresAt'>, now: Date): boolean {
  return status === 'active' && expiresAt <= now
}

/**
 * Ends a locked session without an order; its table becomes available unless it is still in use. A session that no phone
 * has reached never occupied the table, so its end does not touch it.
 */
export async function cancel(tx: Tx, session: SessionRow, now: Date): Promise<SessionRow> {
  await writeOutcome(tx, session.id, { status: 'cancelled' }, now)
  if (await hasAnybodyCome(tx, session.id)) await freeWhenDone(tx, session.tableId, now)
  await announceSession(tx, session.id)
  return { ...session, status: 'cancelled' }
}

/** Announces a session, so that every instance sends its phones what has changed. */
export function announceSession(tx: Tx, id: string): Promise<void> {
  return announceChange(tx, { topic: SESSION_TOPIC, id })
}
