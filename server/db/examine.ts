import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { BackupFailure } from '#shared/contracts/backups.ts'
import type { Reader } from './connect.ts'
import { MIGRATIONS } from './migrate.ts'
import { followPrimary } from './primary/follow.ts'
import { clientsOf } from './primary/servers.ts'
import { countMigrations, refuseUnsuitable, UnreachableDatabase } from './suitable.ts'

export interface BackupOutcome {
  /** When the last good backup was made. */
  lastAt: Date | null
  /** When a backup failed last; null after a good one. */
  failedAt: Date | null
  failure: BackupFailure | null
}

/** Reads how the last backups went; undefined in an empty database. */
export async function readBackupOutcome(db: Reader): Promise<BackupOutcome | undefined> {
  const tables = await db.execute<{ exists: boolean }>(sql`select to_regclass('backup_state') is not null as exists`)
  if (!tables.rows[0]?.exists) return undefined
  const { rows } = await db.execute<{ last: string | null; failed: string | null; failure: BackupFailure | null }>(
    sql`select extract(epoch from last_at) as last, extract(epoch from failed_at) as failed, failure from backup_state`,
  )
  const { last = null, failed = null, failure = null } = rows[0] ?? {}
  return { lastAt: dateOf(last), failedAt: dateOf(failed), failure }
}

const dateOf = (seconds: string | null) => (seconds === null ? null : new Date(Number(seconds) * 1000))

/** The state of a database, read without changing it. */
export interface DatabaseState {
  /** PostgreSQL's version, such as `18.4`. */
  version: string
  bytes: number
  /** Migrations of this version of Masa, and how many of them the database has. */
  migrations: { known: number; applied: number }
  /** Whether it refuses writes, because it is a standby. */
  isStandby: boolean
  /** Whether searches have the index that `pg_trgm` provides. */
  hasSearchIndex: boolean
  /** How far the database's clock is ahead of this machine's, in milliseconds. */
  clockAheadMs: number
  /** When the newest order was placed, by the clock of then; null if there is none. */
  newestOrderAt: Date | null
  /** Undefined if the database knows no backups. */
  backups: BackupOutcome | undefined
  whatsapp: { waiting: number; stoppedBy: string | null } | undefined
  /** The printers on the network that are switched on, as they were last. */
  printers: { name: string; state: string }[]
  /** The address for guests that an owner has chosen; null if there is none. */
  publicAddress: string | null
}

/**
 * Reads the state of a database without changing it.
 * @throws UnreachableDatabase if nothing answers or the login is refused
 * @throws UnsuitableDatabase if Masa cannot use it
 */
export async function examineDatabase(url: string): Promise<DatabaseState> {
  const client = new (clientsOf(followPrimary(url)))({ connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new UnreachableDatabase(error)
  }
  try {
    await refuseUnsuitable(client, MIGRATIONS)
    const migrations = await countMigrations(client, MIGRATIONS)
    const one = async <Row extends pg.QueryResultRow>(sql: string) => (await client.query<Row>(sql)).rows[0]
    const server = await one<{ version: string; bytes: string; standby: boolean; indexed: boolean }>(
      `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
        pg_is_in_recovery() as standby, to_regclass('orders_search') is not null as indexed`,
    )
    // Tables of another version may differ.
    const isCurrent = migrations.applied === migrations.known
    const newest = isCurrent
      ? await one<{ at: string }>('select extract(epoch from created_at) as at from orders order by id desc limit 1')
      : undefined
    const whatsapp = isCurrent
      ? await one<{ waiting: number; stopped: string | null }>(
          `select (select count(*)::int from whatsapp_messages where accepted_at is null) as waiting,
            stopped_by as stopped from whatsapp_queue`,
        )
      : undefined
    const printers = isCurrent
      ? await client.query<{ name: string; state: string }>(
          `select name, case when kind = 'star' and coalesce(seen_at, '-infinity') < now() - interval '150 seconds'
             then 'offline' else state end as state from printers where is_active order by id`,
        )
      : undefined
    const settings = isCurrent
      ? await one<{ address: string | null }>('select public_address as address from settings')
      : undefined
    return {
      version: server?.version.split(' ')[0] ?? '',
      bytes: Number(server?.bytes),
      migrations,
      isStandby: server?.standby ?? false,
      hasSearchIndex: server?.indexed ?? false,
      clockAheadMs: await clockAhead(client),
      newestOrderAt: newest ? new Date(Number(newest.at) * 1000) : null,
      backups: await readBackupOutcome(drizzle(client) as unknown as Reader),
      whatsapp: whatsapp && { waiting: whatsapp.waiting, stoppedBy: whatsapp.stopped },
      printers: printers?.rows ?? [],
      publicAddress: settings?.address ?? null,
    }
  } finally {
    await client.end().catch(() => {})
  }
}

async function clockAhead(client: pg.Client): Promise<number> {
  const began = Date.now()
  const { rows } = await client.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms')
  return Number(rows[0]?.ms) - (began + Date.now()) / 2
}
