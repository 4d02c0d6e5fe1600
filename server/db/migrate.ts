import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const OLDEST = 15
// Any fixed number will do, as long as every instance uses the same.
const MIGRATION_LOCK = 7_262_001

export class UnsuitableDatabase extends Error {}

/**
 * Brings the database to this version's shape. Several instances may start at once: one migrates, the others wait.
 * @throws UnsuitableDatabase when the server is older than PostgreSQL 15
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    const version = rows[0]?.version ?? 0
    if (version < OLDEST)
      throw new UnsuitableDatabase(`PostgreSQL ${version} is too old: Masa needs ${OLDEST} or newer.`)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await applyMigrations(drizzle(client, { casing: 'snake_case' }), {
      migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
    })
  } finally {
    await client.end()
  }
}
