import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'

/**
 * The server's log. What a person typed never stands in it: a failed query is named by its code and constraint alone,
 * because the database's messages and the query's parameters carry names, phone numbers and password hashes.
 */
export function createLog(level: string): Log {
  return pino({ level, serializers: { err: describeError } })
}

export type Log = FastifyBaseLogger

export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  if (error instanceof pg.DatabaseError) {
    return { type: 'DatabaseError', code: error.code, constraint: error.constraint, table: error.table }
  }
  // The stack begins with the message, whose own lines may look like frames.
  const [, frames = ''] = error.stack?.split(`${error.message}\n`, 2) ?? []
  const inner = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  const failedQuery = 'query' in error && 'params' in error
  return { type: error.name, ...(!failedQuery && { message: error.message }), stack: frames, ...inner }
}
