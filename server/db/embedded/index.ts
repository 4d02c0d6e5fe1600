/** The embedded PostgreSQL: one server process on one data folder, started and stopped by this Node process. */
import { execFile } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { syncFolder } from '#server/platform/files/store.ts'
import { MAX_CONNECTIONS } from '../connect.ts'
import { type Binaries, binaryIn, findBinaries, usableBinaries } from './binaries.ts'
import * as folders from './data-folder.ts'
import { BARE_ENVIRONMENT, launch, type PostgresProcess, readPidFile, stopLeftover } from './process.ts'

export { dataFolder, FolderInUse, hasDatabase, StartError } from './data-folder.ts'

/** Settings for the command line, where they take precedence over the files of the cluster. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Masa may use the reserved connections too, because its role is a superuser.
  max_connections: MAX_CONNECTIONS,
  shared_buffers: '16MB',
  jit: 'off',
  // An acknowledged order is on disk (docs/decisions/010-durability.md); the default on a Mac leaves it in the drive's cache.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_sync_method: process.platform === 'darwin' ? 'fsync_writethrough' : 'fdatasync',
  // This server has no replicas: the processes for them would only use memory.
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  max_wal_size: '256MB',
  timezone: 'UTC',
  log_checkpoints: 'off',
  // Errors of statements may quote a guest's input, and the caller receives them anyway. At this level only the server's
  // own messages are logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
}

// Another program has the port, or the remaining processes of a server that was just killed still hold its shared
// memory or its pid file.
const PASSING =
  /could not (bind IPv4 address|create any TCP)|pre-existing shared memory|lock file "[^"]*" already exists/
const MAX_PAUSE_MS = 10_000
const MAX_LOG_BYTES = 1_000_000

export interface OpenOptions {
  /** The data folder; created if missing. */
  dataDir: string
  /** Receives whole sentences, without secrets, for the person who reads the server's output. */
  log: (sentence: string) => void
  /** PostgreSQL's settings that differ from Masa's. */
  settings?: Record<string, string | number>
  /** Binaries of another version, for tests. */
  binaries?: Binaries
}

export interface EmbeddedServer {
  /** The URL of the database `masa`, with its owner's password. It changes when PostgreSQL restarts. */
  readonly url: string
  readonly pid: number
  /** Stops PostgreSQL and its watchdog and unlocks the folder. May be called more than once. */
  close(): Promise<void>
}

const majorOf = ({ version }: Binaries) => Number.parseInt(version, 10)
const passwordFile = (dataDir: string) => path.join(dataDir, 'postgres.password')

async function urlOf(dataDir: string, port: number): Promise<string> {
  // The driver would take what is missing in the URL from these, which are for other programs' databases.
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]/.test(name)) delete process.env[name]
  return `postgres://masa:${(await readFile(passwordFile(dataDir), 'utf8')).trim()}@127.0.0.1:${port}/masa`
}

/**
 * The URL of the database that another Masa serves from this folder; undefined while it accepts no connections. Call it
 * after `openEmbedded` has thrown FolderInUse: only then the URL is that of a running Masa.
 */
export async function runningUrl(dataDir: string): Promise<string | undefined> {
  const file = await readPidFile(folders.clusterFolder(dataDir))
  return file?.ready ? urlOf(dataDir, file.port) : undefined
}

/**
 * Opens the database of a data folder and creates it at the first start. Stops a PostgreSQL that a killed Masa left
 * running, starts PostgreSQL and resolves once it answers. If PostgreSQL ends by itself, it is started again.
 * @throws StartError; then no process is left running
 */
export async function openEmbedded({ dataDir, log, ...options }: OpenOptions): Promise<EmbeddedServer> {
  let lock: { close(): void } | undefined
  try {
    const installed = options.binaries ?? (await findBinaries())
    const folder = await folders.prepareDataDir(path.resolve(dataDir))
    lock = await folders.lockFolder(folder)
    const owner = await folders.ownerOf(folder)
    const binaries = await usableBinaries(installed, folder, owner)
    if (!folders.hasDatabase(folder)) {
      log(`Creating a new database in ${folder}.`)
      await createCluster(binaries, folder, owner)
    }
    await folders.takeOver(folders.clusterFolder(folder), owner)
    return await keepRunning({ binaries, folder, owner, log, settings: options.settings ?? {} }, lock)
  } catch (error) {
    lock?.close()
    if (error instanceof folders.StartError) throw error
    throw new folders.StartError(`The data folder ${dataDir} cannot be used: ${String(error)}.`, { cause: error })
  }
}

// The folder gets its name when the cluster is complete, so that a killed start never leaves a partial one there.
async function createCluster(binaries: Binaries, dataDir: string, owner: folders.Owner): Promise<void> {
  // The initdb of a killed start may still be writing there; the next start removes the rest.
  for (const name of await readdir(dataDir))
    if (name.startsWith('postgres.new-'))
      await rm(path.join(dataDir, name), { recursive: true, maxRetries: 5 }).catch(() => {})
  const building = await mkdtemp(path.join(dataDir, 'postgres.new-'))
  const password = passwordFile(dataDir)
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
  if (owner) for (const file of [building, password]) await chown(file, owner.uid, owner.gid)
  const args = ['-D', building, '-U', 'masa', `--pwfile=${password}`, '--auth=scram-sha-256', '--encoding=UTF8']
  // libc's C.UTF-8 does not exist on every system; the builtin one sorts and compares.
  if (majorOf(binaries) >= 17) args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  const options = { ...owner, cwd: '/', env: BARE_ENVIRONMENT }
  const run = promisify(execFile)
  await run(binaryIn(binaries, 'initdb'), [...args, '--no-locale', '--no-instructions'], options)
  const created = run(binaryIn(binaries, 'postgres'), ['--single', '-D', building, 'postgres'], options)
  created.child.stdin?.end('create database masa')
  await created
  await rename(building, folders.clusterFolder(dataDir))
  for (const folder of [dataDir, path.dirname(dataDir)]) await syncFolder(folder).catch(() => {})
}

interface Location {
  binaries: Binaries
  folder: string
  owner: folders.Owner
  log: OpenOptions['log']
  settings: NonNullable<OpenOptions['settings']>
}

async function keepRunning(location: Location, lock: { close(): void }): Promise<EmbeddedServer> {
  const { log } = location
  const closing = new AbortController()
  const { signal } = closing
  let current = await start()
  async function start(last?: Started): Promise<Started> {
    for (let pause = 100; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        return await startPostgres(location, signal)
      } catch (error) {
        if (last && signal.aborted) return last
        const isPassing = PASSING.test(String(error))
        if (!last && !(isPassing && pause < MAX_PAUSE_MS)) throw error
        if (!isPassing) log(String(error))
        await sleep(pause, undefined, { signal }).catch(() => {})
      }
    }
  }
  async function startAgain(): Promise<void> {
    for (let how = await current.ended; !signal.aborted; how = await current.ended) {
      log(`PostgreSQL ended by itself (${how}); starting it again.`)
      current = await start(current)
      if (signal.aborted) await current.stop()
    }
    lock.close()
  }
  const isOver = startAgain()
  return {
    get url() {
      return current.url
    },
    get pid() {
      return current.pid
    },
    close: async () => {
      closing.abort()
      await current.stop()
      await isOver
    },
  }
}

type Started = PostgresProcess & { url: string }

async function startPostgres({ binaries, folder, owner, settings, log }: Location, closing: AbortSignal) {
  const cluster = folders.clusterFolder(folder)
  const logFile = path.join(folder, 'postgres.log')
  await stopLeftover(cluster, log)
  if ((await sizeOf(logFile)) > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`)
  const from = await sizeOf(logFile)
  // Ports below those that systems give to outgoing connections; one that is taken is a failure that passes.
  const port = randomInt(20_000, 32_000)
  const url = await urlOf(folder, port)
  // Workers for reading would only use memory.
  const all = { ...SETTINGS, ...(majorOf(binaries) >= 18 && { io_method: 'sync' }), ...settings, port }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const postgres = launch([binaryIn(binaries, 'postgres'), '-D', cluster, ...args], owner, logFile)
  let how: string | undefined
  void postgres.ended.then((end) => {
    how = end
  })
  while (how === undefined && !closing.aborted) {
    const file = await readPidFile(cluster)
    if (file?.ready && file.pid === postgres.pid) return { ...postgres, url }
    await sleep(5)
  }
  await postgres.stop()
  const said = lastLines((await readFile(logFile)).subarray(from).toString())
  throw new folders.StartError(
    `PostgreSQL did not start on ${folder} (${how}); the end of its log ${logFile}:\n${said}`,
  )
}

const sizeOf = async (file: string) => (await stat(file).catch(() => ({ size: 0 }))).size
const lastLines = (text: string) => text.trimEnd().split('\n').slice(-6).join('\n').trim()
