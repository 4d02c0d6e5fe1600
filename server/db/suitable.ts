import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'

const OLDEST_VERSION = 15

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
  return { known: stampsIn(migrationsFolder).length, applied: (await appliedStamps(client)).size }
}

/** Whether an earlier version of Masa has migrated the database: it has migrations, and lacks some. */
export async function isOutOfDate(client: pg.Client, migrationsFolder: string): Promise<boolean> {
  const applied = await appliedStamps(client)
  return applied.size > 0 && stampsIn(migrationsFolder).some((stamp) => !applied.has(stamp))
}

/** The stamps of the migrations that were applied; none for an empty database. */
async function appliedStamps(client: pg.Client): Promise<Set<number>> {
  const { rows: journals } = await client.query<{ journal: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as journal`,
  )
  if (!journals[0]?.journal) return new Set()
  const { rows } = await client.query<{ created_at: string }>('select created_at from drizzle.__drizzle_migrations')
  return new Set(rows.map(({ created_at }) => Number(created_at)))
}

const stampsIn = (migrationsFolder: string) =>
  readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)

async function refuseOtherHistory(client: pg.Client, migrationsFolder: string): Promise<void> {
  const applied = await appliedStamps(client)
  if (applied.size === 0) return
  const knownStamps = new Set(stampsIn(migrationsFolder))
  const unknownStamps = [...applied].filter((stamp) => !knownStamps.has(stamp))
  if (unknownStamps.length > 0)
    throw new UnsuitableDatabase(
      `A newer version of Masa has changed this database (${unknownStamps.length} of its ${applied.size} changes are unknown here), ` +
        'and this one would not understand it. Nothing was changed. Start that version or a later one, or go back to a copy ' +
        'of the data from before.',
    )
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
