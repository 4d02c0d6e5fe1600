import type { Socket } from 'node:net'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema/index.ts'
import { type DatabaseServer, databaseAt } from './server.ts'

/** The sizes of the pools (`Connection` says what each is for). */
export const POOL_SIZES = { requests: 10, reports: 2, signIns: 2 } as const

/**
 * After how long a connection that nobody needs is closed. On a new one, an order takes two to three times as long: its
 * process starts, and every statement is parsed. Orders come in bursts, so the requests keep theirs.
 */
const IDLE_MS: Record<keyof typeof POOL_SIZES, number> = { requests: 60_000, reports: 10_000, signIns: 10_000 }

/** Connections that an instance opens beside the pools: one for LISTEN. */
const BESIDE_POOLS = 1

/** Advisory locks of work that runs once at a time, however many instances there are. */
export const ONE_AT_A_TIME = {
  /** Migrating, and the first question after a crash of the embedded server. */
  start: 1,
  /** The lock and the snapshot. */
  backup: 2,
  command: 1,
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)

/** How many connections an instance has at most while it serves. */
export const CONNECTIONS_PER_INSTANCE: number = sum(POOL_SIZES) + BESIDE_POOLS

/** The connections of an instance and of all that may run beside it; the embedded server accepts as many. */
export const MAX_CONNECTIONS: number = CONNECTIONS_PER_INSTANCE + sum(ONE_AT_A_TIME)

declare const isOpen: unique symbol

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool | pg.PoolClient }
/** The handle of an open transaction: the first argument of every repo function that takes part in one. */
export type Tx = Database & { readonly [isOpen]: true }
/** The handles that a repo function may use if it only reads. */
export type Reader = Database | Tx

export interface Connection {
  /** For work whose time does not grow with the history: orders, guests, sockets, boards. */
  db: Database
  /** For work that costs more with the history: waiting reports never use up the connections of the requests. */
  reports: Database
  /** For signing in and registering, which anybody may try. Its own connections, so that orders never wait for it. */
  signIns: Database
  /** The server that the connections lead to, for one outside the pools (LISTEN). */
  server: DatabaseServer
  close(): Promise<unknown>
}

// A caller whose statement or lock takes longer receives a 503 and may retry.
const LIMITS = '-c statement_timeout=10000 -c lock_timeout=8000 -c idle_in_transaction_session_timeout=20000'
// A server of one's own compiles statements that it expects to be long, by an estimate; that takes longer than any of
// these statements.
const USUAL = `${LIMITS} -c jit=off`
// What requests read was written lately and is in memory. By the default, which is that of a turning disk, PostgreSQL
// sorts all orders of a day until it has statistics, instead of reading the newest by an index.
const READS_LITTLE = `${USUAL} -c random_page_cost=1.1`
// PostgreSQL enforces the limits above. This one applies when PostgreSQL itself stops answering.
const QUERY_TIMEOUT_MS = 12_000
// One process per report: parallel ones would take every core from the orders.
const REPORT_LIMITS = `${USUAL} -c max_parallel_workers_per_gather=0 -c default_transaction_read_only=on`

const CONFIG = { schema, casing: 'snake_case' } as const

/** Sizes of the pools, and more. */
interface ConnectOptions extends Partial<Record<keyof typeof POOL_SIZES, number>> {
  queryTimeoutMs?: number
}

/** Opens the pools on a PostgreSQL server, or on the one at an address. */
export function connect(
  where: DatabaseServer | (() => string),
  { queryTimeoutMs = QUERY_TIMEOUT_MS, ...sizes }: ConnectOptions = {},
): Connection {
  const server = typeof where === 'function' ? databaseAt(where) : where
  const openPool = (name: keyof typeof POOL_SIZES, options: string) => {
    const pool = new pg.Pool({
      // The driver passes what it does not know to the client.
      ...{ Client: server.Client, givesWay: name === 'reports' },
      max: sizes[name] ?? POOL_SIZES[name],
      idleTimeoutMillis: IDLE_MS[name],
      options,
      connectionTimeoutMillis: 5_000,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
      pipeline: true,
    })
    // The pool replaces a connection that is lost while nobody uses it.
    return pool.on('error', () => {}).on('connect', sendTogether)
  }
  const pools = [
    openPool('requests', READS_LITTLE),
    openPool('reports', REPORT_LIMITS),
    openPool('signIns', READS_LITTLE),
  ] as const
  const [db, reports, signIns] = pools.map((pool) => drizzle<typeof schema>(pool, CONFIG)) as [
    Database,
    Database,
    Database,
  ]
  return { db, reports, signIns, server, close: () => Promise.all(pools.map((pool) => pool.end())) }
}

/** The pool behind a handle; undefined for a transaction's handle. */
export function poolOf(db: Database): pg.Pool | undefined {
  return db.$client instanceof pg.Pool ? db.$client : undefined
}

const handles = new WeakMap<pg.PoolClient, Tx>()

/** A connection's transaction; always the same handle, because prepared statements are cached by handle. */
export function handleOf(client: pg.PoolClient): Tx {
  const handle = handles.get(client) ?? (drizzle(client, CONFIG) as unknown as Tx)
  handles.set(client, handle)
  return handle
}

/** Statements that are sent in one turn of the event loop go to the network together. */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as pg.PoolClient & { connection: { stream: Socket } }).connection
  const uncork = stream.uncork.bind(stream)
  // The driver corks the stream for the parts of each statement.
  stream.uncork = () => void setImmediate(uncork)
}
