import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { followPrimary } from './primary/follow.ts'
import { clientsOf, type DatabaseServer } from './primary/servers.ts'
import {
  countMigrations,
  noteMigrations,
  refuseUnsuitable,
  UnreachableDatabase,
  unsuitableBecause,
} from './suitable.ts'

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
// An arbitrary number, the same for every instance.
export const MIGRATION_LOCK = 7_262_001
// By default PostgreSQL notices only after two hours that the machine of a client is gone, and would hold the lock as
// long.
const LOSE_DEAD_CLIENT = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

/**
 * Applies all pending migrations in one transaction: if the process is killed midway, nothing has changed, and the next
 * start migrates again. Several instances may start at once: one migrates, the others wait.
 * @param where the server, or a URL as in `DATABASE_URL`
 * @param beforeChange runs before the migrations change a database that is in use; if it rejects, nothing is changed
 * @throws UnreachableDatabase if nothing answers or the login is refused
 * @throws UnsuitableDatabase if the database must not or cannot be migrated; then nothing was changed
 */
export async function migrate(
  where: DatabaseServer | string,
  migrationsFolder = MIGRATIONS,
  beforeChange: () => Promise<void> = async () => {},
): Promise<void> {
  const Client = clientsOf(typeof where === 'string' ? followPrimary(where) : where)
  const client = new Client({ connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
  } catch (error) {
    throw new UnreachableDatabase(error)
  }
  try {
    await client.query(LOSE_DEAD_CLIENT)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await refuseUnsuitable(client, migrationsFolder)
    const { known, applied } = await countMigrations(client, migrationsFolder)
    if (applied > 0 && applied < known) await beforeChange()
    await applyMigrations(drizzle(client, { casing: 'snake_case' }), { migrationsFolder })
    await noteMigrations(client, migrationsFolder)
  } catch (error) {
    throw unsuitableBecause(error) ?? error
  } finally {
    await client.end().catch(() => {})
  }
}

/** The stamps of all migrations of this version, oldest first. */
export function migrationStamps(): number[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis)
}

/** As `migrate` would, within the caller's transaction: data of an older version can be loaded between two. */
export async function migrateWithin(client: pg.ClientBase, after: number, upTo: number): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: MIGRATIONS })) {
    if (folderMillis <= after || folderMillis > upTo) continue
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}
