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
 * Does something with a session in one transaction that holds it from its first statement on. A session whose time is
 * up is cancelled first, in a transaction of its own: it stays cancelled, whatever `work` refuses.
 * @param isAwaited asked when its turn has come: what nobody waits for any more is not done
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
      const session = await holdSession(tx, id)
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
