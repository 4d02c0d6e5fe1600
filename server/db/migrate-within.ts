import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { MIGRATIONS } from './migrate.ts'

/** The stamps of all migrations of this version, oldest first. */
export function migrationStamps(): number[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis)
}

/**
 * Applies the migrations after one stamp and up to another within the caller's transaction, as `migrate` would, so that
 * data can be loaded between two versions and all of it appears at once.
 */
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
