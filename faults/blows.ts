import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import { onEmbedded, postgresOf, type ServerStorage } from '#server/testing/storage.ts'
import type { Random } from './random.ts'

/** What can happen in a storm; all but the last kill with -9. A database server of one's own is not ours to kill. */
export type Blow = 'server' | 'postgres' | 'both' | 'connection' | 'end'
export const BLOWS: readonly Blow[] = onEmbedded
  ? ['server', 'server', 'postgres', 'both', 'connection', 'end']
  : ['server', 'server', 'server', 'connection', 'end']

// A server survives the loss of its database: it ends only when a blow kills it.
export function refuseEnded({ process: { exitCode, signalCode }, said }: RunningServer): void {
  if (exitCode !== null || signalCode !== null) throw new Error(`the server ended by itself: ${said()}`)
}

/**
 * @param env what the server is started with again
 * @returns the server that runs afterwards
 */
export async function strike(
  blow: Blow,
  server: RunningServer,
  place: Pick<ServerStorage, 'url' | 'env'>,
  env: Record<string, string>,
  random: Random,
): Promise<RunningServer> {
  if (blow === 'connection') await cutConnection(place)
  if (blow === 'postgres' || blow === 'both') killPostgres(place)
  if (blow === 'postgres' || blow === 'connection') return server
  await server.end(blow === 'end' ? 'SIGTERM' : 'SIGKILL')
  await sleep(random.below(300))
  return startProcess({ ...env, PORT: String(server.port) })
}

function killPostgres({ env }: Pick<ServerStorage, 'env'>): void {
  try {
    process.kill(postgresOf(env.DATA_DIR), 'SIGKILL')
  } catch {
    // The blow before has ended it.
  }
}

/** Ends every session of the database, also in the middle of a transaction. */
async function cutConnection(place: Pick<ServerStorage, 'url'>): Promise<void> {
  try {
    const client = new pg.Client({ connectionString: place.url(), connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    await client.connect()
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await client.end()
  } catch {
    // The blow before has ended the database.
  }
}
