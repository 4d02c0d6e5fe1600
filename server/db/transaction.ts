import type pg from 'pg'
import { CommittingRefusal } from '#server/platform/app-error.ts'
import { type Database, handleOf, poolOf, type Tx } from './connect.ts'
import { failureKind } from './failure.ts'
import type { Statement } from './statement.ts'

const TRIES = 4

/**
 * Takes a statement whose outcome the work need not see: it is sent when the work is done, and the commit right behind
 * it. A query of Drizzle's does not fit here: it sends itself a moment after it is called, which is after the commit.
 */
export type Last = <Values extends object>(statement: Statement<Values, unknown>, values: Values) => void

/**
 * Runs `work` in one transaction: all of it is durable when this resolves, none of it is kept when it throws, except
 * when it throws a `CommittingRefusal`: then all of it is durable when this rejects. A transaction that lost against
 * another one (a deadlock, or work that throws `Overtaken`) is begun anew, so `work` must do nothing outside the database.
 * Statements that do not need one another's answers may go out together (`Promise.all`); they are done one by one, in
 * the order in which they were sent.
 */
export async function inTransaction<Result>(
  db: Database,
  work: (tx: Tx, last: Last) => Promise<Result>,
): Promise<Result> {
  const pool = poolOf(db)
  // `db` is a transaction's handle: the work becomes a part of that transaction.
  if (!pool) return withLasts(db as Tx, work)
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(pool, work)
    } catch (error) {
      if (attempt >= TRIES || failureKind(error) !== 'conflict') throw error
    }
  }
}

// Drizzle's own transaction never gives back a connection that dies during BEGIN.
async function once<Result>(pool: pg.Pool, work: (tx: Tx, last: Last) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let isLost = false
  try {
    await client.query('begin')
    const tx = handleOf(client)
    try {
      return await withLasts(tx, work, async () => {
        // After a failed statement, COMMIT rolls back and reports no error.
        const { command } = await client.query('commit')
        if (command !== 'COMMIT') throw new Error('a transaction could not be committed')
      })
    } catch (error) {
      // After a failed commit, this rollback only brings a notice.
      if (!(error instanceof CommittingRefusal)) await client.query('rollback')
      throw error
    }
  } catch (error) {
    isLost = failureKind(error) === 'unavailable'
    throw error
  } finally {
    client.release(isLost)
  }
}

async function withLasts<Result>(
  tx: Tx,
  work: (tx: Tx, last: Last) => Promise<Result>,
  commit: () => Promise<void> = async () => {},
): Promise<Result> {
  const lasts: (() => Promise<unknown>)[] = []
  const outcome = await work(tx, (statement, values) => lasts.push(() => statement(tx, values))).then(
    (result) => ({ result }),
    (refusal: unknown) => {
      if (!(refusal instanceof CommittingRefusal)) throw refusal
      return { refusal }
    },
  )
  // The first failure counts: the commit fails because of it.
  for (const sent of await Promise.allSettled([...lasts.map((send) => send()), commit()])) {
    if (sent.status === 'rejected') throw sent.reason
  }
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.result
}
