import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { refuseUnsuitable, UnreachableDatabase, unsuitableBecause } from './suitable.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
// Any fixed number will do, as long as every instance uses the same.
const MIGRATION_LOCK = 7_262_001

/**
 * Brings the database to this version's shape, in one transaction: killed midway, it has changed nothing and the next
 * start does it whole. Several instances may start at once: one migrates, the others wait.
 * @throws UnreachableDatabase when nothing answers or the sign-in is refused
 * @throws UnsuitableDatabase when it must not or cannot be brought to this shape; then nothing was changed
 */
export async function migrate(url: string, migrationsFolder = MIGRATIONS): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // Without a listener, a server that dies between two statements would end this process.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new UnreachableDatabase(error)
  }
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await refuseUnsuitable(client, migrationsFolder)
    await applyMigrations(drizzle(client, { casing: 'snake_case' }), { migrationsFolder })
  } catch (error) {
    throw unsuitableBecause(error) ?? error
  } finally {
    await client.end().catch(() => {})
  }
}
