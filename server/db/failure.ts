import { MOVED_CODE } from './move-state.ts'

/** What a failure of the database means for the caller. */
export type FailureKind = 'unavailable' | 'conflict' | 'other'

// https://www.postgresql.org/docs/15/errcodes-appendix.html
// 25006 means a read-only server: a standby that has taken over the database's address.
const UNAVAILABLE = new Set([
  ...['57014', '57P01', '57P02', '57P03', '53300', '55P03', '25P03', '53100', '25006'],
  MOVED_CODE,
])
// 23503: another transaction has deleted the row that this one refers to. 22012: a statement found too late that what it
// assumed is no longer true, and fails by a division by zero (server/modules/orders/place-repo.ts).
const CONFLICT = new Set(['40001', '40P01', '23503', '22012'])
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

/** Whether PostgreSQL refused a write because the restaurant was moved away; the innermost message says where to. */
export function isMoved(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === MOVED_CODE) return true
  }
  return false
}

/** The name of the constraint that a failed statement violated; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  }
  return undefined
}
