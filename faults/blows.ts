import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '#server/testing/databases.ts'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import { onEmbedded, postgresOf, type ServerStorage } from '#server/testing/storage.ts'
import type { Random } from './random.ts'

/**
 * A storm's blow to the servers: it kills the server, its PostgreSQL or both, cuts the database connections, or ends
 * the server regularly. An external database server (TEST_DATABASE_SERVER) is not killed.
 */
export type Blow = 'server' | 'postgres' | 'both' | 'connection' | 'end'
export const BLOWS: readonly Blow[] = onEmbedded
  ? ['server', 'server', 'postgres', 'both', 'connection', 'end']
  : ['server', 'server', 'server', 'connection', 'end']

/** Throws if the server has exited by itself: it must survive the loss of its database. */
export function assertRunning({ process: { exitCode, signalCode }, output }: RunningServer): void {
  if (exitCode !== null || signalCode !== null) throw new Error(`the server ended by itself: ${output()}`)
}

/**
 * Carries out one blow, and restarts the server on its port if the blow ended it.
 * @param env the environment for the restart
 * @returns the server that runs afterwards
 */
export async function strike(
  blow: Blow,
  server: RunningServer,
  storage: Pick<ServerStorage, 'url' | 'env'>,
  env: Record<string, string>,
  random: Random,
): Promise<RunningServer> {
  if (blow === 'connection') await cutConnection(storage)
  if (blow === 'postgres' || blow === 'both') killPostgres(storage)
  if (blow === 'postgres' || blow === 'connection') return server
  await server.end(blow === 'end' ? 'SIGTERM' : 'SIGKILL')
  await sleep(random.below(300))
  return startProcess({ ...env, PORT: String(server.port) })
}

function killPostgres({ env }: Pick<ServerStorage, 'env'>): void {
  try {
    process.kill(postgresOf(env.DATA_DIR), 'SIGKILL')
  } catch {
    // The previous blow has ended it.
  }
}

/** Terminates every database connection, even within a transaction. */
async function cutConnection(storage: Pick<ServerStorage, 'url'>): Promise<void> {
  try {
    await query(
      storage.url(),
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  } catch {
    // The previous blow has ended the database.
  }
}
