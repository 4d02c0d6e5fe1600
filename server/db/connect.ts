import type { Socket } from 'node:net'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { clientsOf, type DatabaseServer, fixedServer } from './primary/servers.ts'
import * as schema from './schema/index.ts'

/** The sizes of the pools (`connect.ts` says what each is for). A further pool belongs here too. */
export const POOL_SIZES = { orders: 10, reports: 2, live: 3, boards: 1, signIns: 2 } as const

/** What an instance may have open beside the pools, all the time. */
const BESIDE_POOLS = {
  /** LISTEN. */
  announcements: 1,
}

/** What exists once at a time, however many instances there are. */
export const ONE_AT_A_TIME = {
  /** Migrating, and the first question after a crash of the embedded server. */
  start: 1,
  /** The lock, the snapshot, and one that finds the server. */
  backup: 3,
  /** A command has one, and one that finds the server. */
  command: 2,
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)

/** How many connections an instance has at most while it serves. */
export const CONNECTIONS_PER_INSTANCE: number = sum(POOL_SIZES) + sum(BESIDE_POOLS)

/** How many one instance needs with everything that may happen beside it: as many as the embedded server accepts. */
export const MAX_CONNECTIONS: number = CONNECTIONS_PER_INSTANCE + sum(ONE_AT_A_TIME)

declare const isOpen: unique symbol

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool | pg.PoolClient }
/** The handle of an open transaction: the first argument of every repo function that takes part in one. */
export type Tx = Database & { readonly [isOpen]: true }
/** The handles that a repo function may use if it only reads. */
export type Reader = Database | Tx

export interface Connection {
  /** For work whose time does not grow with the history: orders, guests, the Orders tab. */
  db: Database
  /** For what costs more with the history: waiting reports never use up the orders' connections. */
  reports: Database
  /** For sockets' frames and shared carts: waiting frames never use up the orders' connections. */
  live: Database
  /** For announcing orders and reading them for boards: guests' frames never delay a board. */
  boards: Database
  /** For signing in and registering, which anybody may try. Its own connections, so that orders never wait for it. */
  signIns: Database
  /** The server that the connections lead to, for one outside the pools (LISTEN). */
  server: DatabaseServer
  /** The current URL of that server. */
  url(): string
  close(): Promise<unknown>
}

// A caller whose statement or lock takes longer receives a 503 and may retry.
const LIMITS = '-c statement_timeout=10000 -c lock_timeout=8000 -c idle_in_transaction_session_timeout=20000'
// PostgreSQL enforces the limits above. This one applies when PostgreSQL itself stops answering.
const QUERY_TIMEOUT_MS = 12_000
// One process per report: parallel ones would take every core from the orders.
const REPORT_LIMITS = `${LIMITS} -c max_parallel_workers_per_gather=0 -c default_transaction_read_only=on`

const CONFIG = { schema, casing: 'snake_case' } as const

/** Sizes of the pools, and more. */
interface ConnectOptions extends Partial<Record<keyof typeof POOL_SIZES, number>> {
  queryTimeoutMs?: number
  /** Called with the id of each process of PostgreSQL that serves a connection of the reports. */
  onReportsProcess?: (pid: number) => void
}

/**
 * Opens the pools on a PostgreSQL server.
 * @param where the server, or a function that returns the current URL of one that is always the same
 * @param onError called when an idle connection fails, for example because the server stopped; the pools reconnect
 */
export function connect(
  where: DatabaseServer | (() => string),
  onError: (error: Error) => void,
  {
    orders = POOL_SIZES.orders,
    reports = POOL_SIZES.reports,
    live = POOL_SIZES.live,
    boards = POOL_SIZES.boards,
    signIns = POOL_SIZES.signIns,
    queryTimeoutMs = QUERY_TIMEOUT_MS,
    onReportsProcess,
  }: ConnectOptions = {},
): Connection {
  const server = typeof where === 'function' ? fixedServer(where) : where
  const Client = clientsOf(server)
  const openPool = (max: number, options: string) => {
    const pool = new pg.Pool({
      Client,
      max,
      options,
      connectionTimeoutMillis: 5_000,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
      pipeline: true,
    })
    return pool.on('error', onError).on('connect', sendTogether)
  }
  const forOrders = openPool(orders, LIMITS)
  const forReports = openPool(reports, REPORT_LIMITS)
  if (onReportsProcess) forReports.on('connect', (client) => onReportsProcess(processOf(client)))
  const forLive = openPool(live, LIMITS)
  const forBoards = openPool(boards, LIMITS)
  const forSignIns = openPool(signIns, LIMITS)
  const handle = (pool: pg.Pool) => drizzle<typeof schema>(pool, CONFIG)
  return {
    db: handle(forOrders),
    reports: handle(forReports),
    live: handle(forLive),
    boards: handle(forBoards),
    signIns: handle(forSignIns),
    server,
    url: server.url,
    close: () => Promise.all([forOrders.end(), forReports.end(), forLive.end(), forBoards.end(), forSignIns.end()]),
  }
}

/** The pool behind a handle; undefined for a transaction's handle. */
export function poolOf(db: Database): pg.Pool | undefined {
  return db.$client instanceof pg.Pool ? db.$client : undefined
}

/** The id of the process of PostgreSQL that serves a connection; the types of the driver lack it. */
const processOf = (client: pg.PoolClient) => (client as pg.PoolClient & { processID: number }).processID

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
