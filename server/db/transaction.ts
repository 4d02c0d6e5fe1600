import type { Database, Tx } from './connect.ts'
import { faultOf } from './faults.ts'

const TRIES = 4

/**
 * Runs `work` in one transaction: all of it is durable when this resolves, none of it is kept when it throws. One that
 * lost against another transaction (a deadlock) is begun anew, so `work` must do nothing outside the database.
 */
export async function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt >= TRIES || faultOf(error) !== 'conflict') throw error
    }
  }
}
