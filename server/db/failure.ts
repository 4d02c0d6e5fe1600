/** What a failure of the database means for the caller. */
export type FailureKind = 'unavailable' | 'conflict' | 'other'

// https://www.postgresql.org/docs/15/errcodes-appendix.html
// 25006 is a server that only reads: a standby that took the database's address over.
const UNAVAILABLE = new Set(['57014', '57P01', '57P02', '57P03', '53300', '55P03', '25P03', '53100', '25006'])
// 23503: another transaction deleted the row that this one refers to.
const CONFLICT = new Set(['40001', '40P01', '23503'])
const SOCKET = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
])
// The driver's own messages. The last one is also what a rollback on a dead connection fails with.
const DRIVER =
  /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|is not queryable|Query read timeout/

/** Thrown by work that finds others came first, between what it read and what it locked: it is begun anew. */
export class Overtaken extends Error {}

/** Tells a server that is away or overloaded, and a transaction that lost against another one, from all other errors. */
export function failureKind(error: unknown): FailureKind {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Overtaken) return 'conflict'
    const code = 'code' in cause ? String(cause.code) : ''
    if (CONFLICT.has(code)) return 'conflict'
    if (UNAVAILABLE.has(code) || code.startsWith('08') || SOCKET.has(code)) return 'unavailable'
    if (DRIVER.test(cause.message)) return 'unavailable'
  }
  return 'other'
}

/** The name of the violated constraint, when that is what failed. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  }
  return undefined
}
