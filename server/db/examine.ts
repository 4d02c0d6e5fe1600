import { sql } from 'drizzle-orm'
import type { Reader } from './connect.ts'
import { migrationStamps } from './migrate.ts'
import { backupState } from './schema/index.ts'
import { onlyOf } from './statement.ts'

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
