import { type Database, handleOf, poolOf, type Tx } from './connect.ts'
import { faultOf } from './faults.ts'

const TRIES = 4

/**
 * Runs `work` in one transaction: all of it is durable when this resolves, none of it is kept when it throws. One that
 * lost against another transaction (a deadlock) is begun anew, so `work` must do nothing outside the database.
 */
export async function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(db, work)
    } catch (error) {
      if (attempt >= TRIES || faultOf(error) !== 'conflict') throw error
    }
  }
}

// The pool's own handle would never give back a connection that dies during BEGIN.
async function once<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const client = await poolOf(db)?.connect()
  // Within a transaction already: a part of it.
  if (!client) return db.transaction(work)
  let isLost = false
  try {
    return await handleOf(client).transaction(work)
  } catch (error) {
    isLost = faultOf(error) === 'unavailable'
    throw error
  } finally {
    client.release(isLost)
  }
}
