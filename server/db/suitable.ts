import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'

const OLDEST_VERSION = 15
const PACKAGE = fileURLToPath(new URL('../../package.json', import.meta.url))
const { version: VERSION } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
/** Beside the migrator's own table, which has no names. */
const NAMES = 'drizzle.migration_names'

/** The database answers, but Masa cannot use it; the message gives the reason in whole sentences. */
export class UnsuitableDatabase extends Error {}

/** Nothing answers at the address, or the server refuses the login; the message is the reason. */
export class UnreachableDatabase extends Error {
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause })
  }
}

/**
 * Checks the database without changing it.
 * @throws UnsuitableDatabase if the server is too old, the encoding is not Unicode, a commit is confirmed before it is
 *   on disk, a newer Masa has migrated the database, or the migrator would skip a missing migration
 */
export async function refuseUnsuitable(client: pg.Client, migrationsFolder: string): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string; synchronous_commit: string; fsync: string }>(
    `select current_setting('server_version_num')::int / 10000 as version, getdatabaseencoding() as encoding,
      current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync`,
  )
  const { version = 0, encoding = '', synchronous_commit = '', fsync = '' } = rows[0] ?? {}
  if (version < OLDEST_VERSION)
    throw new UnsuitableDatabase(`PostgreSQL ${version} is too old: Masa needs ${OLDEST_VERSION} or newer.`)
  if (encoding !== 'UTF8')
    throw new UnsuitableDatabase(
      `Its encoding is ${encoding}, which cannot hold every name. Create a database with: create database … encoding 'UTF8' template template0`,
    )
  if (synchronous_commit === 'off')
    throw new UnsuitableDatabase(
      'It has synchronous_commit off, so a power cut would lose orders that were confirmed. Set it to on, for example ' +
        'with: alter database … set synchronous_commit = on',
    )
  if (fsync === 'off')
    throw new UnsuitableDatabase(
      'It has fsync off, so a power cut would lose orders that were confirmed, or the whole database. Set it to on in ' +
        "the server's settings.",
    )
  await refuseOtherHistory(client, migrationsFolder)
}

/** How many migrations there are, and how many of them the database has. */
export async function countMigrations(
  client: pg.Client,
  migrationsFolder: string,
): Promise<{ known: number; applied: number }> {
  const known = new Set(stampsIn(migrationsFolder))
  const applied = (await appliedMigrations(client)).filter(({ stamp }) => known.has(stamp))
  return { known: known.size, applied: applied.length }
}

const stampsIn = (migrationsFolder: string) =>
  readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)

/** Notes which version applied which migration, so that an older one can say what it does not know. */
export async function noteMigrations(client: pg.Client, migrationsFolder: string): Promise<void> {
  const { rows } = await client.query<{ noted: boolean }>(`select to_regclass('${NAMES}') is not null as noted`)
  if (!rows[0]?.noted)
    await client.query(
      `create table if not exists ${NAMES} (stamp bigint primary key, name text not null, version text not null)`,
    )
  const journal: unknown = JSON.parse(readFileSync(path.join(migrationsFolder, 'meta', '_journal.json'), 'utf8'))
  const { entries } = journal as { entries: { when: number; tag: string }[] }
  await client.query(
    `insert into ${NAMES} select stamp, name, $3 from unnest($1::bigint[], $2::text[]) as noted (stamp, name)
      on conflict (stamp) do nothing`,
    [entries.map(({ when }) => when), entries.map(({ tag }) => tag), VERSION],
  )
}

const dayOf = (stamp: number) => new Date(stamp).toISOString().slice(0, 10)

interface AppliedMigration {
  stamp: number
  /** Null if the version that applied it had not noted it, as for the version. */
  name: string | null
  version: string | null
}

/** The migrations that were applied, oldest first; none for an empty database. */
async function appliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows: journals } = await client.query<{ journal: string | null; names: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as journal, to_regclass('${NAMES}')::text as names`,
  )
  if (!journals[0]?.journal) return []
  const { rows } = await client.query<{ created_at: string; name: string | null; version: string | null }>(
    journals[0].names
      ? `select created_at, name, version from drizzle.__drizzle_migrations left join ${NAMES} on stamp = created_at
          order by created_at`
      : 'select created_at, null as name, null as version from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ created_at, name, version }) => ({ stamp: Number(created_at), name, version }))
}

async function refuseOtherHistory(client: pg.Client, migrationsFolder: string): Promise<void> {
  const migrations = await appliedMigrations(client)
  if (migrations.length === 0) return
  const applied = new Set(migrations.map(({ stamp }) => stamp))
  const knownStamps = new Set(stampsIn(migrationsFolder))
  const unknown = migrations.filter(({ stamp }) => !knownStamps.has(stamp))
  if (unknown.length > 0) {
    // The names are missing if that version was stopped before it had noted them.
    const named = unknown.map(({ name, stamp }) => name ?? `one of ${dayOf(stamp)}`)
    const version = unknown.findLast((row) => row.version !== null)?.version
    throw new UnsuitableDatabase(
      `A newer version of Masa${version ? ` (${version})` : ''} has changed this database, and this one (${VERSION}) ` +
        `does not know what it changed: ${named.join(', ')}. Nothing was changed now. Start that version or a later ` +
        'one; or, to stay with this one, restore a backup from before the update (docs/running.md#going-back).',
    )
  }
  // The migrator silently skips a migration whose stamp is earlier than that of the last applied one.
  const lastApplied = Math.max(...applied)
  const skippedStamps = [...knownStamps].filter((stamp) => stamp < lastApplied && !applied.has(stamp))
  if (skippedStamps.length > 0)
    throw new UnsuitableDatabase(
      `This database lacks ${skippedStamps.length} of the ${knownStamps.size} changes of this version of Masa, and has later ones already, ` +
        'so they would never be made. Nothing was changed. Start the version that ran before, and ask for one whose changes ' +
        'are in order.',
    )
}

/** The error to report if a migration failed because the database is unsuitable; undefined for other failures. */
export function unsuitableBecause(error: unknown): UnsuitableDatabase | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? cause.code : undefined
    if (code === '42501')
      return new UnsuitableDatabase(
        `Its user may not create tables there (${cause.message}). Let that user own the database. Nothing was changed.`,
      )
    if (code === '42P07' || code === '42723')
      return new UnsuitableDatabase(
        `It holds things that are not Masa's (${cause.message}). Give Masa an empty database. Nothing was changed.`,
      )
  }
  return undefined
}

// For a host with several addresses, the error has no message of its own but one inner error per address.
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.map(reasonOf))].join('; ')
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
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
