import { createHash } from 'node:crypto'
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

/** Whether an earlier version of Masa has migrated the database: it has migrations, and lacks some, or has replaced ones. */
export async function isOutOfDate(client: pg.Client, migrationsFolder: string): Promise<boolean> {
  const applied = new Set((await appliedMigrations(client)).map(({ stamp }) => stamp))
  if (applied.size === 0) return false
  return stampsIn(migrationsFolder).some((stamp) => !applied.has(stamp)) || [...applied].some(isReplaced)
}

const stampsIn = (migrationsFolder: string) =>
  readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)

const isReplaced = (stamp: number) => stamp < FIRST_STAMP

/** Puts the first migration in the place of those that it replaced. The database has its schema already. */
export async function forgetReplaced(client: pg.Client): Promise<void> {
  for (const { stamp, name } of (await appliedMigrations(client)).filter(({ stamp }) => isReplaced(stamp))) {
    await client.query('delete from drizzle.__drizzle_migrations where created_at = $1', [stamp])
    if (name !== null) await client.query(`delete from ${NAMES} where stamp = $1`, [stamp])
  }
}

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
      on conflict (stamp) do update set name = excluded.name`,
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
  if (migrations.some(({ stamp }) => isReplaced(stamp)) && !(await hasFirstSchema(client)))
    throw new UnsuitableDatabase(
      `An early version of Masa, of ${dayOf(migrations.at(-1)?.stamp ?? 0)}, made this database, and its tables are not those ` +
        `that this version (${VERSION}) can go on with. Nothing was changed. Start the last version from before ` +
        `${dayOf(FIRST_STAMP)} once, which brings them up to date; then this one.`,
    )
  const applied = new Set(migrations.map(({ stamp }) => stamp))
  const knownStamps = new Set(stampsIn(migrationsFolder))
  const unknown = migrations.filter(({ stamp }) => !knownStamps.has(stamp) && !isReplaced(stamp))
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

/** That of the first migration and of the last of the 29 that it replaced: what was at that lacks nothing. */
export const FIRST_STAMP = 1_795_439_517_544

/** The hash of the schema that the first migration creates, as those 29 did. */
const FIRST_SCHEMA = '42e9c96246032d52cfc79090e43188e62920f388ac0ad47ed4203c91eb92ac01'

// Without what may differ: the order of columns, and the search indexes, which not every server can have.
const SCHEMA = `
  with own as (select * from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r')
  select line from (
    select format('column %s.%s %s %s %s %s', relname, attname, format_type(atttypid, atttypmod), attnotnull,
      attidentity, pg_get_expr(adbin, adrelid)) as line
    from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all
    select format('constraint %s %s %s', relname, conname, replace(pg_get_constraintdef(c.oid), ' NOT VALID', ''))
    from own join pg_constraint c on conrelid = own.oid and contype <> 'n'
    union all
    select pg_get_indexdef(indexrelid) from own join pg_index on indrelid = own.oid
      join pg_class i on i.oid = indexrelid where i.relname not in ('orders_search', 'customers_search')
    union all
    select pg_get_triggerdef(t.oid) from own join pg_trigger t on tgrelid = own.oid and not tgisinternal
    union all
    select format('function %s %s', p.oid::regprocedure, prosrc) from pg_proc p
    where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  ) schema order by line collate "C"`

/** Whether the database has the schema that the first migration creates. */
async function hasFirstSchema(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ line: string }>(SCHEMA)
  const hash = createHash('sha256')
  for (const { line } of rows) hash.update(`${line}\n`)
  return hash.digest('hex') === FIRST_SCHEMA
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
