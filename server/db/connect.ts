import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema/index.ts'

export type Database = NodePgDatabase<typeof schema>
/** The handle of an open transaction: the first argument of every repo function that takes part in one. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]
/** What a repo function that only reads may be given. */
export type Reader = Database | Tx

export interface Connection {
  db: Database
  /** For connections of one's own, beside the pool (LISTEN, migrations). */
  url: string
  close(): Promise<void>
}

// A statement or a lock that takes longer is answered with 503: the caller may come again, nobody waits for ever.
const LIMITS = '-c statement_timeout=10000 -c lock_timeout=8000 -c idle_in_transaction_session_timeout=20000'

/**
 * Opens a pool on a PostgreSQL server.
 * @param onError told when an idle connection fails (the server went away); the pool itself goes on
 */
export function connect(url: string, onError: (error: Error) => void, connections = 10): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    options: LIMITS,
    keepAlive: true,
  })
  pool.on('error', onError)
  return {
    db: drizzle(pool, { schema, casing: 'snake_case' }),
    url,
    close: () => pool.end(),
  }
}
