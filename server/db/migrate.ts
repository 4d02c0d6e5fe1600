import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import type { Reader } from './connect.ts'
import { backupState } from './schema/index.ts'
import { type DatabaseServer, databaseAt } from './server.ts'
import { onlyOf } from './statement.ts'

export const MIGRATIONS: string = fileURLToPath(new URL('./migrations', import.meta.url))
// An arbitrary number, the same for every instance.
export const MIGRATION_LOCK = 7_262_001
// By default PostgreSQL notices only after two hours that the machine of a client is gone, and would hold the lock as
// long.
const TCP_KEEPALIVE = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'
const OLDEST_VERSION = 15
export const MASA_VERSION: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version

/** Thrown if the database answers, but Masa cannot use it; the message gives the reason in whole sentences. */
export class UnsuitableDatabase extends Error {}

/** Thrown if nothing answers at the address, or the server refuses the login; the message is the reason. */
export class UnreachableDatabase extends Error {
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause })
  }
}

// For a host with several addresses, the error has no message of its own but one inner error per address.
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.map(reasonOf))].join('; ')
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

/**
 * Applies all pending migrations in one transaction: if the process is killed midway, nothing has changed, and the next
 * start migrates again. Several instances may start at once: one migrates, the others wait.
 * @param beforeChange runs before the migrations change a database that is in use; if it rejects, nothing is changed
 * @throws UnreachableDatabase if nothing answers or the login is refused
 * @throws UnsuitableDatabase if the database must not or cannot be migrated; then nothing was changed
 */
export async function migrate(
  where: DatabaseServer | string,
  migrationsFolder = MIGRATIONS,
  beforeChange: () => Promise<void> = async () => {},
): Promise<void> {
  const { Client } = typeof where === 'string' ? databaseAt(where) : where
  const client = new Client({ connectionTimeoutMillis: 10_000 })
  await client.connect().catch((error: unknown) => {
    throw new UnreachableDatabase(error)
  })
  try {
    await client.query(TCP_KEEPALIVE)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await refuseUnsuitable(client)
    const { applied, pending } = await readMigrations(client, migrationsFolder)
    if (pending.length === 0) return
    if (applied > 0) await beforeChange()
    await client.query('begin')
    await apply(client, pending)
    await client.query('commit')
  } catch (error) {
    throw unsuitableBecause(error) ?? error
  } finally {
    await client.end().catch(() => {})
  }
}

/** The stamps of all migrations of this version, oldest first. */
export const migrationStamps = (): number[] =>
  readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis)

/** Migrates within the caller's transaction, so that data of an older version can be loaded between two migrations. */
export async function migrateWithin(client: pg.ClientBase, after: number, upTo: number): Promise<void> {
  const all = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  await apply(
    client,
    all.filter(({ folderMillis }) => folderMillis > after && folderMillis <= upTo),
  )
}

// The table is the one of Drizzle's own migrator.
async function apply(client: pg.ClientBase, migrations: readonly MigrationMeta[]): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}

/**
 * Checks the database without changing it.
 * @throws UnsuitableDatabase if the server is too old, the encoding is not Unicode, or a commit is confirmed before it is
 *   on disk
 */
export async function refuseUnsuitable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string; synchronous_commit: string; fsync: string }>(
    `select current_setting('server_version_num')::int / 10000 as version, getdatabaseencoding() as encoding,
      current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync`,
  )
  const { version = 0, encoding = '', ...durability } = rows[0] ?? {}
  if (version < OLDEST_VERSION)
    throw new UnsuitableDatabase(`PostgreSQL ${version} is too old: Masa needs ${OLDEST_VERSION} or newer.`)
  if (encoding !== 'UTF8')
    throw new UnsuitableDatabase(
      `Its encoding is ${encoding}, which cannot hold every name. Create a database with: create database … encoding 'UTF8' template template0`,
    )
  for (const [setting, value] of Object.entries(durability))
    if (value === 'off')
      throw new UnsuitableDatabase(
        `It has ${setting} off, so a power cut would lose orders that were confirmed. Set it to on.`,
      )
}

/**
 * How many migrations of this version the database has, and which ones it lacks.
 * @throws UnsuitableDatabase if it has others too, as after a start of a newer version
 */
async function readMigrations(client: pg.Client, migrationsFolder: string = MIGRATIONS) {
  const known = readMigrationFiles({ migrationsFolder })
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  if (!rows[0]?.exists) return { applied: 0, pending: known }
  const applied = await client.query<{ stamp: string }>(
    'select created_at as stamp from drizzle.__drizzle_migrations order by id',
  )
  const isNewer = applied.rows.some(({ stamp }) => Number(stamp) > (known.at(-1)?.folderMillis ?? 0))
  if (!isNewer && applied.rows.some(({ stamp }, i) => Number(stamp) !== known[i]?.folderMillis))
    throw new UnsuitableDatabase(
      `This database is older than Masa ${MASA_VERSION}, and of a version that was never released: it cannot be brought up ` +
        'to date. Nothing was changed. Start it with the Masa that made it, or give this one an empty database.',
    )
  if (isNewer)
    throw new UnsuitableDatabase(
      `A newer version of Masa has changed this database, and this one (${MASA_VERSION}) does not know what it changed. ` +
        'Nothing was changed now. Start that version or a later one; or, to stay with this one, restore a backup from ' +
        'before the update (docs/running.md#going-back).',
    )
  return { applied: applied.rows.length, pending: known.slice(applied.rows.length) }
}

/** The error to report if a migration failed because the database is unsuitable; undefined for other failures. */
function unsuitableBecause(error: unknown): UnsuitableDatabase | undefined {
  const { code, message } = error instanceof pg.DatabaseError ? error : {}
  if (code === '42501')
    return new UnsuitableDatabase(
      `Its user may not create tables there (${message}). Let that user own the database. Nothing was changed.`,
    )
  if (code === '42P07' || code === '42723')
    return new UnsuitableDatabase(
      `It holds things that are not Masa's (${message}). Give Masa an empty database. Nothing was changed.`,
    )
  return undefined
}

const hasTable = async (db: Reader, name: string) => {
  const { rows } = await db.execute<{ exists: boolean }>(sql`select to_regclass(${name}) is not null as exists`)
  return rows[0]?.exists ?? false
}

/** Reads how the last backups went, and whether this is a restored copy; undefined in an empty database. */
export async function readBackupOutcome(db: Reader) {
  if (!(await hasTable(db, 'backup_state'))) return undefined
  const { lastAt, failedAt, failure, restoredAt } = backupState
  return onlyOf(db.select({ lastAt, failedAt, failure, restoredAt }).from(backupState))
}

/** Whether the tables are those of this version: neither missing nor to be migrated, nor of a newer one. */
export async function isCurrent(db: Reader): Promise<boolean> {
  if (!(await hasTable(db, 'drizzle.__drizzle_migrations'))) return false
  const { rows } = await db.execute<{ last: number }>(
    sql`select max(created_at)::float8 as last from drizzle.__drizzle_migrations`,
  )
  return rows[0]?.last === migrationStamps().at(-1)
}

interface Client {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** Whether anyone holds one of Masa's own advisory locks, which are single numbers of at most 32 bits. */
export async function isLocked(client: Client, lock: number): Promise<boolean> {
  // PostgreSQL shows a single number as its two halves with objsubid 1, and a pair of integers with objsubid 2.
  const { rows } = await client.query(
    `select exists (select from pg_locks where locktype = 'advisory' and granted
       and classid = 0 and objid = $1 and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())) as locked`,
    [lock],
  )
  return (rows[0] as { locked: boolean }).locked
}
