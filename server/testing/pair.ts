import { cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterFolder } from '../db/embedded/data-folder.ts'
import { type EmbeddedServer, openEmbedded } from '../db/embedded/index.ts'
import { migrate } from '../db/index.ts'
import { query } from './databases.ts'
import { migratedStorage } from './storage.ts'
import { temporaryFolder } from './temporary-database.ts'

const TIMEOUT_MS = 60_000
const SETTINGS = {
  ...{ max_connections: 80, max_wal_senders: 4, wal_keep_size: '256MB', wal_retrieve_retry_interval: '100ms' },
}

/** A primary and its standby with a migrated database; a commit waits for the standby. */
export interface PostgresPair {
  primary: EmbeddedServer
  standby: EmbeddedServer
  /** Kills the primary: its connections break at once. */
  kill(): Promise<void>
  /** Makes the standby a primary. */
  promote(): Promise<void>
  close(): Promise<void>
}

export async function openPair(): Promise<PostgresPair> {
  const storage = await migratedStorage()
  const [primaryFolder, standbyFolder] = [storage.env.DATA_DIR, await temporaryFolder()]
  const running: EmbeddedServer[] = []
  const open = async (dataDir: string, settings: Record<string, string | number>) => {
    const server = await openEmbedded({ dataDir, log: () => {}, settings: { ...SETTINGS, ...settings } })
    running.push(server)
    return server
  }
  const close = async () => {
    for (const server of running.reverse()) await server.close()
    await rm(standbyFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 })
    await storage.remove()
  }
  try {
    const alone = await open(primaryFolder, {})
    await migrate(alone.url)
    await alone.close()
    // A copy of a stopped server is a standby that lacks nothing.
    for (const name of ['postgres', 'postgres.password'])
      await cp(path.join(primaryFolder, name), path.join(standbyFolder, name), { recursive: true })
    await writeFile(path.join(clusterFolder(standbyFolder), 'standby.signal'), '')
    const primary = await open(primaryFolder, { synchronous_standby_names: 'standby' })
    const { port, password } = new URL(primary.url)
    const upstream = `host=127.0.0.1 port=${port} user=masa password=${password} application_name=standby`
    const standby = await open(standbyFolder, { primary_conninfo: upstream })
    const replicas = `select count(*)::int as count from pg_stat_replication where sync_state = 'sync'`
    await untilRow(primary.url, replicas, ({ count }) => count === 1)
    const kill = async () => {
      process.kill(primary.pid, 'SIGKILL')
      await primary.close()
    }
    const promote = async () => {
      // The statement does not wait: its snapshot would conflict with changes that are still replayed.
      await query(standby.url, 'select pg_promote(wait => false)')
      await untilRow(standby.url, 'select pg_is_in_recovery() as waits', ({ waits }) => waits === false)
    }
    return { primary, standby, kill, promote, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Waits until the first row of a query meets the condition. */
export async function untilRow(
  url: string,
  sql: string,
  isFulfilled: (row: Record<string, unknown>) => boolean,
): Promise<void> {
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(30)) {
    const [row] = await query(url, sql).catch(() => [])
    if (row && isFulfilled(row)) return
  }
  throw new Error(`not within ${TIMEOUT_MS} ms: ${sql}`)
}
