import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'

const OLDEST = 15

/** The database was reached and is not one that Masa can work with; the message says why, in whole sentences. */
export class UnsuitableDatabase extends Error {}

/** Nothing answers at the address, or the server refuses the sign-in; the message is the reason. */
export class UnreachableDatabase extends Error {
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause })
  }
}

/**
 * Looks at the database without changing it.
 * @throws UnsuitableDatabase when it is too old a server, no Unicode database, one that a newer Masa has changed, one
 *   that lacks a migration which would be skipped, or one that confirms a commit before it is on the disk
 */
export async function refuseUnsuitable(client: pg.Client, migrationsFolder: string): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string; commits: string; forced: string }>(
    `select current_setting('server_version_num')::int / 10000 as version, getdatabaseencoding() as encoding,
      current_setting('synchronous_commit') as commits, current_setting('fsync') as forced`,
  )
  const { version = 0, encoding = '', commits = '', forced = '' } = rows[0] ?? {}
  if (version < OLDEST) throw new UnsuitableDatabase(`PostgreSQL ${version} is too old: Masa needs ${OLDEST} or newer.`)
  if (encoding !== 'UTF8')
    throw new UnsuitableDatabase(
      `Its encoding is ${encoding}, which cannot hold every name. Create a database with: create database … encoding 'UTF8' template template0`,
    )
  if (commits === 'off')
    throw new UnsuitableDatabase(
      'It has synchronous_commit off, so a power cut would lose orders that were confirmed. Set it to on, for example ' +
        'with: alter database … set synchronous_commit = on',
    )
  if (forced === 'off')
    throw new UnsuitableDatabase(
      'It has fsync off, so a power cut would lose orders that were confirmed, or the whole database. Set it to on in ' +
        "the server's settings.",
    )
  await refuseOtherHistory(client, migrationsFolder)
}

async function refuseOtherHistory(client: pg.Client, migrationsFolder: string): Promise<void> {
  const { rows: found } = await client.query<{ journal: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as journal`,
  )
  if (!found[0]?.journal) return
  const { rows } = await client.query<{ created_at: string }>('select created_at from drizzle.__drizzle_migrations')
  const made = new Set(rows.map(({ created_at }) => Number(created_at)))
  const known = new Set(readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis))
  const unknown = [...made].filter((stamp) => !known.has(stamp))
  if (unknown.length > 0)
    throw new UnsuitableDatabase(
      `A newer version of Masa has changed this database (${unknown.length} of its ${rows.length} changes are unknown here), ` +
        'and this one would not understand it. Nothing was changed. Start that version or a later one, or go back to a copy ' +
        'of the data from before.',
    )
  // The migrator skips, without an error, a migration that is stamped earlier than the last one made.
  const last = Math.max(...made)
  const leftOut = [...known].filter((stamp) => stamp < last && !made.has(stamp))
  if (leftOut.length > 0)
    throw new UnsuitableDatabase(
      `This database lacks ${leftOut.length} of the ${known.size} changes of this version of Masa, and has later ones already, ` +
        'so they would never be made. Nothing was changed. Start the version that ran before, and ask for one whose changes ' +
        'are in order.',
    )
}

/** The refusal to show when a migration's failure says why this database does not suit. */
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

// A host with several addresses fails with one error for each, and with no message of its own.
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.map(reasonOf))].join('; ')
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
