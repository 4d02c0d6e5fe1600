import type pg from 'pg'
import { type Database, handleOf, poolOf, type Tx } from './connect.ts'
import { faultOf } from './faults.ts'

const TRIES = 4

/**
 * Takes a statement whose outcome the work need not see: it is sent when the work is done, and the commit right behind
 * it. Only for what is sent as it is called, like those of `statement`: a builder of Drizzle's would come after the commit.
 */
export type Last = (send: () => Promise<unknown>) => void

/**
 * Runs `work` in one transaction: all of it is durable when this resolves, none of it is kept when it throws. One that
 * lost against another transaction (a deadlock) is begun anew, so `work` must do nothing outside the database.
 * Statements that do not need one another's answers may go out together (`Promise.all`); they are done one by one, in
 * the order in which they were sent.
 */
export async function inTransaction<Result>(
  db: Database,
  work: (tx: Tx, last: Last) => Promise<Result>,
): Promise<Result> {
  const pool = poolOf(db)
  // Within a transaction already: a part of it.
  if (!pool) return withLasts((last) => work(db as Tx, last))
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(pool, work)
    } catch (error) {
      if (attempt >= TRIES || faultOf(error) !== 'conflict') throw error
    }
  }
}

// Not by Drizzle's own, which would never give back a connection that dies during BEGIN.
async function once<Result>(pool: pg.Pool, work: (tx: Tx, last: Last) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let isLost = false
  try {
    await client.query('begin')
    const tx = handleOf(client)
    try {
      return await withLasts(
        (last) => work(tx, last),
        async () => {
          // A transaction in which a statement has failed is taken back by its commit, without an error.
          const { command } = await client.query('commit')
          if (command !== 'COMMIT') throw new Error('a transaction could not be committed')
        },
      )
    } catch (error) {
      // After a commit that failed there is nothing left to take back; PostgreSQL only says so.
      await client.query('rollback')
      throw error
    }
  } catch (error) {
    isLost = faultOf(error) === 'unavailable'
    throw error
  } finally {
    client.release(isLost)
  }
}

async function withLasts<Result>(
  work: (last: Last) => Promise<Result>,
  end: () => Promise<void> = async () => {},
): Promise<Result> {
  const lasts: (() => Promise<unknown>)[] = []
  const result = await work((send) => lasts.push(send))
  // All are waited for, and the first failure counts: that of the commit follows from it.
  for (const outcome of await Promise.allSettled([...lasts.map((send) => send()), end()])) {
    if (outcome.status === 'rejected') throw outcome.reason
  }
  return result
}
