import { readdirSync, readFileSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries, usableBinaries } from '../db/embedded/binaries.ts'
import { freePort, urlOf } from '../db/embedded/cluster.ts'
import { clusterFolder, ownerOf, passwordFile, transferOwnership } from '../db/embedded/data-folder.ts'
import { openEmbedded } from '../db/embedded/index.ts'
import { launch, type PostgresProcess } from '../db/embedded/process.ts'
import { migrate } from '../db/index.ts'
import { query } from './databases.ts'
import { migratedStorage } from './storage.ts'
import { temporaryFolder } from './temporary-database.ts'

const MAX_CONNECTIONS = 80
const START_TIMEOUT_MS = 60_000

/** A PostgreSQL server of a pair. */
export interface PairedServer {
  url: string
  port: number
  /** Kills it: its connections break at once. */
  kill(): Promise<void>
}

/** A primary and its standby with a migrated database. */
export interface PostgresPair {
  primary: PairedServer
  standby: PairedServer
  /** Makes the standby a primary. */
  promote(): Promise<void>
  close(): Promise<void>
}

/** Two servers with streaming replication; a commit waits for the standby. */
export async function openPair(): Promise<PostgresPair> {
  const storage = await migratedStorage()
  const [primaryFolder, standbyFolder] = [storage.env.DATA_DIR, await temporaryFolder()]
  const running: { stop(): Promise<void> }[] = []
  const close = async () => {
    for (const server of running.reverse()) await server.stop()
    await rm(standbyFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 })
    await storage.remove()
  }
  try {
    const embedded = await openEmbedded({ dataDir: primaryFolder, log: () => {} })
    await migrate(embedded.url)
    await embedded.close()
    // A copy of a stopped server is a standby that lacks nothing.
    await cp(clusterFolder(primaryFolder), clusterFolder(standbyFolder), { recursive: true })
    await writeFile(path.join(clusterFolder(standbyFolder), 'standby.signal'), '')
    const password = (await readFile(passwordFile(primaryFolder), 'utf8')).trim()
    const replication = ['max_wal_senders=4', 'wal_keep_size=256MB', 'wal_retrieve_retry_interval=100ms']
    const primary = await newServer(primaryFolder, password, [...replication, 'synchronous_standby_names=standby'])
    running.push(primary)
    const upstream = `host=127.0.0.1 port=${primary.port} user=masa password=${password} application_name=standby`
    const standby = await newServer(standbyFolder, password, [...replication, `primary_conninfo=${upstream}`])
    running.push(standby)
    await primary.start()
    await standby.start()
    const replicas = `select count(*)::int as count from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`
    await untilRow(primary.url, replicas, ({ count }) => count === 1)
    const promote = async () => {
      // A statement that waited for the end could be cancelled: its snapshot is in the way of what is still applied.
      await query(standby.url, 'select pg_promote(wait => false)')
      await untilRow(standby.url, 'select pg_is_in_recovery() as waits', ({ waits }) => waits === false)
    }
    return { primary, standby, promote, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function newServer(
  dataDir: string,
  password: string,
  settings: string[],
): Promise<PairedServer & { start(): Promise<void>; stop(): Promise<void> }> {
  const cluster = clusterFolder(dataDir)
  const owner = await ownerOf(cluster)
  await transferOwnership(owner, cluster)
  const binaries = await usableBinaries(await findBinaries(), dataDir, owner)
  const port = await freePort()
  const url = urlOf(port, password)
  const where = { binaries, cluster, owner, port, maxConnections: MAX_CONNECTIONS }
  let current: PostgresProcess | undefined
  const start = async () => {
    const args = settings.flatMap((setting) => ['-c', setting])
    const deadline = Date.now() + START_TIMEOUT_MS
    while (Date.now() < deadline) {
      const started = launch({ ...where, logFile: path.join(dataDir, 'paired.log'), args })
      current = started
      // The remaining processes of a server that was killed may keep a new one from starting.
      if (await Promise.race([answers(url, deadline), started.ended.then(() => false)])) return
      await sleep(100)
    }
    throw new Error(`PostgreSQL did not start on ${cluster}`)
  }
  const kill = async () => {
    if (current) process.kill(current.pid, 'SIGKILL')
    await current?.ended
  }
  const stop = async () => {
    await current?.stop()
  }
  return { url, port, start, kill, stop }
}

/** The ids of a process's children. Linux only. */
export function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      // The command's name, in parentheses, may contain spaces.
      const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\S \d)/)
      return Number(afterName.split(' ')[1]) === parent
    } catch {
      return false
    }
  })
}

async function answers(url: string, deadline: number): Promise<boolean> {
  for (; Date.now() < deadline; await sleep(50)) {
    if (await query(url, 'select 1').catch(() => undefined)) return true
  }
  return false
}

/** Waits until the first row of a query fulfils the condition. */
export async function untilRow(
  url: string,
  sql: string,
  isFulfilled: (row: Record<string, unknown>) => boolean,
): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(30)) {
    const [row] = await query(url, sql).catch(() => [])
    if (row && isFulfilled(row)) return
  }
  throw new Error(`not within ${START_TIMEOUT_MS} ms: ${sql}`)
}
