import type pg from 'pg'
import { type Database, handleOf, poolOf, type Reader, type Tx } from './connect.ts'
import { beginLocking, lock } from './locks.ts'

const MAX_ATTEMPTS = 4

/**
 * Runs `work` in one transaction, which is durable when this resolves and rolled back when `work` throws. After a
 * conflict with another transaction (a deadlock, or work that throws `OvertakenError`) `work` runs again, up to four
 * times in all, so it must have no effect outside the database. Statements that do not depend on one another may be sent
 * together (`Promise.all`); PostgreSQL executes them one by one in the order in which they were sent.
 */
export async function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const pool = poolOf(db)
  // If there is no pool, `db` is a transaction's handle: the work becomes part of that transaction.
  if (!pool) return work(db as Tx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(pool, work)
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || failureKind(error) !== 'conflict') throw error
    }
  }
}

/** The same for work that one transaction does at a time. */
export function inLocked<Result>(
  db: Database,
  name: Parameters<typeof lock>[1],
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    await lock(tx, name)
    return work(tx)
  })
}

function attemptOnce<Result>(pool: pg.Pool, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return onConnection(pool, async (client) => {
    await client.query('begin')
    try {
      const tx = handleOf(client)
      beginLocking(tx)
      const outcome = await work(tx)
      // After a failed statement, COMMIT rolls back and reports no error.
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('a transaction could not be committed')
      return outcome
    } catch (error) {
      // After a failed commit, this rollback only causes a notice.
      await client.query('rollback')
      throw error
    }
  })
}

// Drizzle's own `transaction()` never releases a connection that dies during BEGIN, and the pool's own `query()` closes
// a connection after any error.
async function onConnection<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let isLost = false
  try {
    return await work(client)
  } catch (error) {
    isLost = failureKind(error) === 'unavailable'
    throw error
  } finally {
    client.release(isLost)
  }
}

/**
 * Runs reads on one connection. Those that are sent together (`Promise.all`) take one round trip, and PostgreSQL
 * executes them one by one in the order in which they were sent; each sees what was committed before it.
 */
export async function onOneConnection<Result>(db: Database, work: (reader: Reader) => Promise<Result>) {
  const pool = poolOf(db)
  return pool ? onConnection(pool, (client) => work(handleOf(client))) : work(db)
}

/** The meaning of a database error for the caller. */
export type FailureKind = 'unavailable' | 'conflict' | 'other'

// https://www.postgresql.org/docs/15/errcodes-appendix.html
// 25006 means a server that takes no writes, to which the database's address led when the connection was opened.
const UNAVAILABLE = new Set(['57014', '57P01', '57P02', '57P03', '53300', '55P03', '25P03', '53100', '25006'])
// 23503: another transaction has deleted the row that this one refers to.
const CONFLICT = new Set(['40001', '40P01', '23503'])
const SOCKET_ERRORS = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
])
// The driver's own messages, which have no code. A rollback on a dead connection fails with the last one.
const DRIVER_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|is not queryable|Query read timeout/

/** Thrown by a transaction's work when data changed between reading and locking it: `inTransaction` runs it again. */
export class OvertakenError extends Error {}

/** Classifies an error: database unreachable or overloaded, conflict with another transaction, or any other error. */
export function failureKind(error: unknown): FailureKind {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OvertakenError) return 'conflict'
    const code = 'code' in cause ? String(cause.code) : ''
    if (CONFLICT.has(code)) return 'conflict'
    if (UNAVAILABLE.has(code) || code.startsWith('08') || SOCKET_ERRORS.has(code)) return 'unavailable'
    if (DRIVER_MESSAGE.test(cause.message)) return 'unavailable'
  }
  return 'other'
}

/** The name of the constraint that a failed statement violated; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  }
  return undefined
}
