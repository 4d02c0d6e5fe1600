/** The embedded PostgreSQL: one server process on one data folder, started and stopped by this Node process. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { syncFolder } from '#server/platform/files/store.ts'
import { MAX_CONNECTIONS } from '../connect.ts'
import {
  clusterFolder,
  lockFolder,
  type Owner,
  ownerOf,
  passwordFile,
  prepareDataDir,
  StartError,
  takeOver,
} from './data-folder.ts'
import { BARE_ENVIRONMENT, launch, type PostgresProcess, readPidFile, stopLeftover } from './process.ts'
import { findPrograms, type Programs, programIn, usablePrograms } from './programs.ts'

export { FolderInUse, resolveDataDir, StartError } from './data-folder.ts'

type Settings = Record<string, string | number>

/** Settings for the command line, where they take precedence over the files of the cluster. */
const SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // All of them are Masa's: the reserved ones are for superusers, and its role is one.
  max_connections: MAX_CONNECTIONS,
  shared_buffers: '16MB',
  jit: 'off',
  // An acknowledged order is on disk (docs/decisions/010-durability.md); the default on a Mac leaves it in the drive's cache.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_sync_method: process.platform === 'darwin' ? 'fsync_writethrough' : 'fdatasync',
  // One small server without replication: these processes would only use memory.
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

const NO_IO_WORKERS: Settings = { io_method: 'sync' }
const majorOf = ({ version }: Programs) => Number.parseInt(version, 10)

const START_TIMEOUT_MS = 300_000
const SLOW_START_MS = 5_000
/** How long a failure is retried that passes. */
const RETRY_MS = 15_000
// Another program has taken the port, or the remaining processes of a server that was just killed still hold its shared
// memory or its pid file.
const PASSING =
  /could not (bind IPv4 address|create any TCP)|pre-existing shared memory|lock file "[^"]*" already exists/
const MAX_RESTART_PAUSE_MS = 10_000
const MAX_LOG_BYTES = 1_000_000

export interface OpenOptions {
  /** The data folder; created if missing. */
  dataDir: string
  /** Receives whole sentences, without secrets, for the person who reads the server's output. */
  log: (sentence: string) => void
  /** PostgreSQL's settings that differ from Masa's. */
  settings?: Settings
  /** Programs of another version, for tests. */
  programs?: Programs
}

export interface EmbeddedServer {
  /** The URL of the database `masa`, with its owner's password. It changes when PostgreSQL restarts. */
  readonly url: string
  readonly pid: number
  /** Stops PostgreSQL and its watchdog and unlocks the folder. May be called more than once. */
  close(): Promise<void>
}

export const hasDatabase = (dataDir: string): boolean => existsSync(clusterFolder(path.resolve(dataDir)))

const urlOf = (port: number, password: string, database = 'masa') =>
  `postgres://masa:${password}@127.0.0.1:${port}/${database}`

const passwordIn = async (dataDir: string) => (await readFile(passwordFile(dataDir), 'utf8')).trim()

/**
 * The URL of the database that another Masa serves from this folder; undefined while it accepts no connections. Call it
 * after `openEmbedded` has thrown FolderInUse: only then the URL is that of a running Masa.
 */
export async function runningUrl(dataDir: string): Promise<string | undefined> {
  const file = await readPidFile(clusterFolder(dataDir))
  return file?.ready ? urlOf(file.port, await passwordIn(dataDir)) : undefined
}

/**
 * Opens the database of a data folder and creates it at the first start. Stops a PostgreSQL that a killed Masa left
 * running, starts PostgreSQL and resolves once it answers. If PostgreSQL ends by itself, it is started again.
 * @throws StartError; then no process is left running
 */
export async function openEmbedded({
  dataDir,
  log,
  settings = {},
  programs: given,
}: OpenOptions): Promise<EmbeddedServer> {
  const installed = given ?? (await findPrograms())
  const folder = await prepareDataDir(path.resolve(dataDir))
  const lock = await lockFolder(folder)
  try {
    const owner = await ownerOf(folder)
    const programs = await usablePrograms(installed, folder, owner)
    const cluster = clusterFolder(folder)
    if (!existsSync(cluster)) {
      log(`Creating a new database in ${folder}.`)
      await createCluster(programs, folder, owner)
    }
    await takeOver(cluster, owner)
    const closing = new AbortController()
    const start = () => startPostgres({ programs, folder, owner, settings, log }, closing.signal)
    let current = await start()
    const startAgain = async () => {
      for (let pause = 250; !closing.signal.aborted; pause = Math.min(pause * 2, MAX_RESTART_PAUSE_MS)) {
        try {
          return await start()
        } catch (error) {
          if (!closing.signal.aborted) log(String(error))
          await sleep(pause, undefined, { signal: closing.signal }).catch(() => {})
        }
      }
      return current
    }
    const keepRunning = async () => {
      for (let how = await current.ended; !closing.signal.aborted; how = await current.ended) {
        log(`PostgreSQL ended by itself (${how}); starting it again.`)
        current = await startAgain()
        if (closing.signal.aborted) await current.stop()
      }
    }
    const isOver = keepRunning()
    const close = async () => {
      closing.abort()
      await current.stop()
      await isOver
      lock.release()
    }
    let closed: Promise<void> | undefined
    return {
      get url() {
        return current.url
      },
      get pid() {
        return current.pid
      },
      close: () => (closed ??= close()),
    }
  } catch (error) {
    lock.release()
    if (error instanceof StartError) throw error
    throw new StartError(`The data folder ${folder} cannot be used: ${String(error)}.`, { cause: error })
  }
}

// The folder gets its name when the cluster is complete, so that a killed start never leaves a partial one there.
async function createCluster(programs: Programs, dataDir: string, owner: Owner): Promise<void> {
  // The initdb of a killed start may still be writing there; the next start removes the rest.
  for (const name of await readdir(dataDir))
    if (name.startsWith('postgres.new-'))
      await rm(path.join(dataDir, name), { recursive: true, maxRetries: 5 }).catch(() => {})
  const building = path.join(dataDir, `postgres.new-${randomBytes(6).toString('hex')}`)
  const password = passwordFile(dataDir)
  await mkdir(building, { mode: 0o700 })
  await rm(password, { force: true })
  await writeFile(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
  if (owner) for (const file of [building, password]) await chown(file, owner.uid, owner.gid)
  const args = ['--pgdata', building, '--username', 'masa', '--pwfile', password, '--auth', 'scram-sha-256']
  args.push('--encoding', 'UTF8', '--no-instructions')
  if (majorOf(programs) >= 17) args.push('--locale-provider', 'builtin', '--locale', 'C.UTF-8')
  // libc's locale must exist on every system, which C.UTF-8 does not; the builtin locale above sorts and compares.
  for (const part of ['collate', 'ctype', 'messages', 'monetary', 'numeric', 'time']) args.push(`--lc-${part}`, 'C')
  try {
    await promisify(execFile)(programIn(programs, 'initdb'), args, { ...owner, cwd: '/', env: BARE_ENVIRONMENT })
  } catch (error) {
    await rm(building, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const said = lastLines(`${stdout}\n${stderr}`) || String(error)
    throw new StartError(`The database could not be created in ${dataDir}.\n${said}`, { cause: error })
  }
  if (owner) await chown(password, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
  await rename(building, clusterFolder(dataDir))
  for (const folder of [dataDir, path.dirname(dataDir)]) await syncFolder(folder).catch(() => {})
}

interface Location extends Required<Pick<OpenOptions, 'settings' | 'log'>> {
  programs: Programs
  folder: string
  owner: Owner
}

async function startPostgres(
  { programs, folder, owner, settings, log }: Location,
  closing: AbortSignal,
): Promise<PostgresProcess & { url: string }> {
  const cluster = clusterFolder(folder)
  const logFile = path.join(folder, 'postgres.log')
  const password = await passwordIn(folder)
  for (const began = Date.now(); ; await sleep(100)) {
    await stopLeftover(cluster, log)
    const size = await sizeOf(logFile)
    if (size > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`)
    const from = await sizeOf(logFile)
    const port = Number(settings.port ?? (await freePort()))
    const args = Object.entries({
      ...SETTINGS,
      ...(majorOf(programs) >= 18 && NO_IO_WORKERS),
      port,
      ...settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const postgres = launch([programIn(programs, 'postgres'), '-D', cluster, ...args], owner, logFile)
    const url = urlOf(port, password)
    const failure = await untilReady(postgres, cluster, log, closing)
      .then(() => ensureDatabase(port, password))
      .catch((error: unknown) => String(error))
    if (failure === undefined) return { ...postgres, url }
    await postgres.stop()
    const said = (await readFile(logFile)).subarray(from).toString()
    if (!closing.aborted && PASSING.test(said) && Date.now() - began < RETRY_MS) continue
    throw new StartError(
      `PostgreSQL did not start on ${folder} (${failure}); the end of its log ${logFile}:\n${lastLines(said)}`,
    )
  }
}

/** Resolves when PostgreSQL records that it accepts connections. */
async function untilReady(
  postgres: PostgresProcess,
  cluster: string,
  log: (sentence: string) => void,
  closing: AbortSignal,
): Promise<void> {
  let end: string | undefined
  void postgres.ended.then((how) => {
    end = how
  })
  const began = Date.now()
  for (let isReported = false; ; await sleep(5)) {
    const file = await readPidFile(cluster)
    const elapsed = Date.now() - began
    if (end !== undefined || closing.aborted || elapsed > START_TIMEOUT_MS) throw new Error(end ?? 'it took too long')
    if (file?.ready && file.pid === postgres.pid) return
    if (isReported || elapsed < SLOW_START_MS) continue
    isReported = true
    log('PostgreSQL is still opening its data (it was not closed last time); this can take a while.')
  }
}

/** Connects to the database once, and creates it if it is missing. */
async function ensureDatabase(port: number, password: string): Promise<undefined> {
  const query = async (url: string, statement: string) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(statement)
    } finally {
      await client.end().catch(() => {})
    }
  }
  await query(urlOf(port, password), 'select 1').catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError && error.code === '3D000')) throw error
    return query(urlOf(port, password, 'postgres'), 'create database masa')
  })
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

const sizeOf = async (file: string) => (await stat(file).catch(() => ({ size: 0 }))).size
const lastLines = (text: string) => text.trimEnd().split('\n').slice(-6).join('\n').trim()
