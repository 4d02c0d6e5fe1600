import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { freeWhenDone } from '#server/modules/tables/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announce } from '#server/platform/live/announcements.ts'
import { Turns } from '#server/platform/turns.ts'
import { endSession, holdSession, type SessionRow } from './repo.ts'
import { SESSION_TOPIC } from './topic.ts'

const turnsOf = new WeakMap<Database, Turns>()

/**
 * Waits in memory for what holds the same thing on the same pool: those who wait for one row would otherwise keep a
 * connection each from everybody else.
 */
export function inTurn<Result>(db: Database, name: string, work: () => Promise<Result>): Promise<Result> {
  const turns = turnsOf.get(db) ?? new Turns()
  turnsOf.set(db, turns)
  return turns.take(name, work)
}

/**
 * Does something with a session in one transaction that holds it from its first statement on. One whose time is up is
 * cancelled before anything else. A refusal that `work` returns keeps what was written; one that it throws does not.
 * @param isAwaited asked when its turn has come: what nobody waits for any more is not done
 * @throws AppError `session_not_found`, and whatever `work` refuses
 */
export async function inSession<Result>(
  db: Database,
  id: string,
  now: Date,
  work: (tx: Tx, session: SessionRow) => Promise<Result | AppError>,
  isAwaited = () => true,
): Promise<Result> {
  const result = await inTurn(db, id, async () => {
    if (!isAwaited()) return new AppError('session_not_found')
    return inTransaction(db, async (tx) => {
      const session = await holdSession(tx, id)
      if (!session) return new AppError('session_not_found')
      return work(tx, isExpired(session, now) ? await cancel(tx, session, now) : session)
    })
  })
  if (result instanceof AppError) throw result
  return result
}

export function isExpired({ status, expiresAt }: Pick<SessionRow, 'status' | 'expiresAt'>, now: Date): boolean {
  return status === 'active' && expiresAt <= now
}

/** Ends a held session without an order; its table is free when nothing else goes on there. */
export async function cancel(tx: Tx, session: SessionRow, now: Date): Promise<SessionRow> {
  await endSession(tx, session.id, { status: 'cancelled' }, now)
  await freeWhenDone(tx, session.tableId, now)
  await tellAll(tx, session.id)
  return { ...session, status: 'cancelled' }
}

/** Lets every instance tell its phones what the session now is. */
export function tellAll(tx: Tx, id: string): Promise<void> {
  return announce(tx, { topic: SESSION_TOPIC, id })
}
