import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema/index.ts'

declare const isOpen: unique symbol

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool | pg.PoolClient }
/** The handle of an open transaction: the first argument of every repo function that takes part in one. */
export type Tx = Database & { readonly [isOpen]: true }
/** What a repo function that only reads may be given. */
export type Reader = Database | Tx

export interface Connection {
  /** For work whose time does not grow with the history: orders, guests, the board. */
  db: Database
  /**
   * For reading whose cost grows with the history: searches, lists, exports, figures. It has connections of its own, so
   * that waiting reports never take the orders' connections.
   */
  reports: Database
  /**
   * For the frames of sockets and the shared carts. It has connections of its own, so that waiting frames never take
   * the orders' connections.
   */
  live: Database
  /** For signing in and registering, which anybody may try: whatever waits there, orders never wait for it. */
  signIns: Database
  /** The server's address, for a connection beside the pools (LISTEN). Ask each time: the embedded server may move. */
  url(): string
  close(): Promise<unknown>
}

// A caller whose statement or lock takes longer gets 503 and may try again.
const LIMITS = '-c statement_timeout=10000 -c lock_timeout=8000 -c idle_in_transaction_session_timeout=20000'
// The server keeps the limits above. This one ends a statement when the server itself stops answering.
const SILENCE_MS = 12_000
// One process for a report: parallel ones would take every core from the orders.
const REPORT_LIMITS = `${LIMITS} -c max_parallel_workers_per_gather=0 -c default_transaction_read_only=on`

const CONFIG = { schema, casing: 'snake_case' } as const

/** Connections of the pools; with one for listening and one for a start they stay below the embedded server's 20. */
const ORDERS = 10
const REPORTS = 2
const LIVE = 3
const SIGN_INS = 2

/**
 * Opens the pools on a PostgreSQL server.
 * @param url where it is now: asked for each new connection
 * @param onError told when an idle connection fails (the server went away); the pools themselves go on
 */
export function connect(
  url: () => string,
  onError: (error: Error) => void,
  { orders = ORDERS, reports = REPORTS, live = LIVE, signIns = SIGN_INS, silenceMs = SILENCE_MS } = {},
): Connection {
  class Client extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, connectionString: withOptions(url(), options?.options) })
      // The pool listens for errors only while a connection is idle. Without a listener, a connection that is lost in a
      // transaction would end this process; its statement fails in any case.
      this.on('error', () => {})
    }
  }
  const open = (max: number, options: string) => {
    const pool = new pg.Pool({
      Client,
      max,
      options,
      connectionTimeoutMillis: 5_000,
      query_timeout: silenceMs,
      keepAlive: true,
      pipeline: true,
    })
    return pool.on('error', onError)
  }
  const forOrders = open(orders, LIMITS)
  const forReports = open(reports, REPORT_LIMITS)
  const forLive = open(live, LIMITS)
  const forSignIns = open(signIns, LIMITS)
  return {
    db: drizzle(forOrders, CONFIG),
    reports: drizzle(forReports, CONFIG),
    live: drizzle(forLive, CONFIG),
    signIns: drizzle(forSignIns, CONFIG),
    url,
    close: () => Promise.all([forOrders.end(), forReports.end(), forLive.end(), forSignIns.end()]),
  }
}

/** The pool behind a handle; a transaction's handle has none. */
export function poolOf(db: Database): pg.Pool | undefined {
  return db.$client instanceof pg.Pool ? db.$client : undefined
}

const handles = new WeakMap<pg.PoolClient, Tx>()

/**
 * The handle on a connection on which a transaction has begun. Each connection has one handle for good, because its
 * prepared statements hang on the handle.
 */
export function handleOf(client: pg.PoolClient): Tx {
  const handle = handles.get(client) ?? (drizzle(client, CONFIG) as unknown as Tx)
  handles.set(client, handle)
  return handle
}

// The driver takes the address's options instead of ours, so both are joined. Ours come later and win.
function withOptions(url: string, ours: string | undefined): string {
  const joined = new URL(url)
  const given = joined.searchParams.get('options')
  if (!given || !ours) return url
  joined.searchParams.set('options', `${given} ${ours}`)
  return joined.href
}
