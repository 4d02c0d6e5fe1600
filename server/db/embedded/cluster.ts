import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { syncFolder } from '#server/platform/files/store.ts'
import { type Binaries, explainFailure } from './binaries.ts'
import { clusterFolder, type Lock, logFileOf, type Owner, passwordFile, StartError } from './data-folder.ts'
import {
  bareEnvironment,
  type ExitOutcome,
  lastLines,
  launch,
  logSince,
  logSize,
  type PostgresProcess,
  readPidFile,
  stopLeftover,
  truncateLog,
} from './process.ts'

/** The PostgreSQL role that owns the database. It exists in this cluster only. */
const DATABASE_ROLE = 'masa'

/**
 * Creates a new cluster in a temporary folder and renames the folder when it is complete, so that a killed start never
 * leaves a partial cluster under the final name. Call it while holding the lock, and only if `inspect` returned 'none'.
 */
export async function createCluster(binaries: Binaries, dataDir: string, owner: Owner): Promise<void> {
  await removeUnfinished(dataDir)
  const building = path.join(dataDir, `postgres.new-${randomBytes(6).toString('hex')}`)
  const newPasswordFile = `${passwordFile(dataDir)}.new`
  await mkdir(building, { mode: 0o700 })
  await writeFile(newPasswordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
  if (owner !== undefined) {
    await chown(building, owner.uid, owner.gid)
    await chown(newPasswordFile, owner.uid, owner.gid)
  }
  await runInitdb(binaries, building, newPasswordFile, owner)
  // Windows cannot rename a folder over an existing one, not even over an empty one.
  await rm(clusterFolder(dataDir), { recursive: true, force: true })
  await rename(building, clusterFolder(dataDir))
  await finishPassword(dataDir)
  // The data folder's own directory entry must be on disk too, if its parent may be read.
  await syncFolder(path.dirname(dataDir)).catch(() => undefined)
}

/** Renames the password file to its final name: the last step of creating a cluster, repeated after an interruption. */
export async function finishPassword(dataDir: string): Promise<void> {
  const file = passwordFile(dataDir)
  await syncFolder(dataDir)
  await rename(`${file}.new`, file)
  if (process.getuid !== undefined && process.getgid !== undefined)
    await chown(file, process.getuid(), process.getgid())
  await chmod(file, 0o600)
  await syncFolder(dataDir)
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith('postgres.new-')) continue
    // The initdb of a killed start may still be writing there; the next start removes the rest.
    await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  }
  await rm(`${passwordFile(dataDir)}.new`, { force: true })
}

async function runInitdb(binaries: Binaries, folder: string, newPasswordFile: string, owner: Owner): Promise<void> {
  const args = ['--pgdata', folder, '--username', DATABASE_ROLE, '--pwfile', newPasswordFile, '--auth', 'scram-sha-256']
  args.push('--encoding', 'UTF8', '--locale-provider', 'builtin', '--locale', 'C.UTF-8')
  // libc's locale must exist on every system, which C.UTF-8 does not; the builtin locale above sorts and compares.
  for (const part of ['collate', 'ctype', 'messages', 'monetary', 'numeric', 'time']) args.push(`--lc-${part}`, 'C')
  args.push('--no-instructions')
  const outcome = await new Promise<{ code?: number | null; error?: unknown; text: string }>((resolve) => {
    let text = ''
    const cwd = process.platform === 'win32' ? undefined : '/'
    const initdb = spawn(binaries.program('initdb'), args, {
      ...owner,
      cwd,
      env: bareEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    for (const stream of [initdb.stdout, initdb.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part))
    initdb.once('error', (error) => resolve({ error, text }))
    initdb.once('close', (code) => resolve({ code, text }))
  })
  if (outcome.code === 0) return
  const details = outcome.error === undefined ? lastLines(outcome.text) : String(outcome.error)
  await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  throw new StartError(
    'start-failed',
    `The database could not be created in ${path.dirname(folder)}. ${explainFailure(outcome)}\n${details}`,
  )
}

const LOG_CHECK_INTERVAL_MS = 60_000

export type EmbeddedServer = {
  /** Of the database `masa`, with its owner's password. It changes only if another program took the port. */
  readonly url: string
  readonly pid: number
  /** Starts PostgreSQL after it exited by itself; nothing while it runs. @throws StartError */
  restart(): Promise<void>
  /** Stops PostgreSQL and its watchdog and unlocks the folder. May be called more than once. */
  close(): Promise<void>
}

/** Starts PostgreSQL on a locked data folder. `close()` releases the lock. */
export async function serveCluster(
  location: ClusterLocation,
  lock: Lock,
  onExit?: (reason: string) => void,
): Promise<EmbeddedServer> {
  const logFile = logFileOf(location.dataDir)
  let closing: Promise<void> | undefined
  let starting: Promise<void> | undefined
  let alive = false
  const startAborted = new AbortController()
  let current: Started

  const run = async (port?: number) => {
    const from = await logSize(logFile)
    const started = await start(location, port, startAborted.signal)
    current = started
    alive = true
    void started.process.ended.then(async (outcome) => {
      alive = false
      const reason = await describeExit(outcome, logFile, from)
      if (closing === undefined) onExit?.(reason)
    })
    return started
  }

  current = await run()
  const trimmer = setInterval(() => truncateLog(logFile).catch(() => undefined), LOG_CHECK_INTERVAL_MS).unref()

  const close = async () => {
    clearInterval(trimmer)
    startAborted.abort()
    await starting?.catch(() => undefined)
    await current.process.stop()
    lock.release()
  }

  return {
    get url() {
      return current.url
    },
    get pid() {
      return current.process.pid
    },
    restart: () => {
      if (closing !== undefined) return Promise.reject(new Error('the embedded database is closed'))
      if (alive) return Promise.resolve()
      starting ??= run(current.port)
        .then(() => undefined)
        .finally(() => (starting = undefined))
      return starting
    },
    close: () => (closing ??= close()),
  }
}

async function describeExit({ code, signal }: ExitOutcome, logFile: string, from: number): Promise<string> {
  const logTail = lastLines(await logSince(logFile, from).catch(() => ''), 3)
  return `PostgreSQL ended by itself (${signal ?? `exit code ${code}`}). ${logTail}`.trimEnd()
}

/** A locked data folder that contains a cluster, and how to run PostgreSQL on it. */
type ClusterLocation = {
  binaries: Binaries
  dataDir: string
  owner: Owner
  maxConnections: number
  log: (sentence: string) => void
}

/** A PostgreSQL that has answered a query. */
type Started = { process: PostgresProcess; port: number; url: string }

const PORT_TAKEN = /could not (bind IPv4 address|create any TCP\/IP sockets)/
// The remaining processes of a server that was just killed still hold its shared memory or its pid file.
const STILL_EXITING = /pre-existing shared memory block|lock file "[^"]*" already exists/
const START_RETRY_MS = 15_000

/**
 * Starts PostgreSQL, on the preferred port if it is free, and waits until the database answers. Retries a failure that
 * may pass for up to 15 s or until `aborted`; then throws a StartError (`start-failed`) that quotes the end of the log.
 */
async function start(location: ClusterLocation, preferredPort?: number, aborted?: AbortSignal): Promise<Started> {
  const { binaries, dataDir, log } = location
  const cluster = clusterFolder(dataDir)
  const logFile = logFileOf(dataDir)
  const password = (await readFile(passwordFile(dataDir), 'utf8')).trim()
  await truncateLog(logFile)
  for (const began = Date.now(); ; await sleep(100)) {
    await stopLeftover(binaries, cluster, log)
    const port = preferredPort ?? (await freePort())
    const from = await logSize(logFile)
    const process = launch({ ...location, cluster, port, logFile })
    let outcome: ExitOutcome = {}
    try {
      const onSlowStart = () =>
        log('PostgreSQL is still opening its data (it was not closed last time); this can take a while.')
      if (await waitUntilReady(process, cluster, onSlowStart, aborted)) {
        await reachDatabase(port, password)
        return { process, port, url: urlOf(port, password) }
      }
    } catch (error) {
      outcome.error = error
    }
    await process.stop()
    outcome = { ...(await process.ended), ...outcome }
    const logText = await logSince(logFile, from)
    if (PORT_TAKEN.test(logText)) preferredPort = undefined
    else if (!STILL_EXITING.test(logText)) throw startFailed(dataDir, outcome, logText)
    if (aborted?.aborted || Date.now() - began > START_RETRY_MS) throw startFailed(dataDir, outcome, logText)
  }
}

function startFailed(dataDir: string, outcome: ExitOutcome, logText: string): StartError {
  const cause = outcome.error === undefined ? '' : String(outcome.error)
  const lines = [explainFailure(outcome), cause, lastLines(logText)].filter((line) => line !== '')
  const text = `PostgreSQL did not start on ${dataDir}; its log is ${logFileOf(dataDir)}.`
  return new StartError('start-failed', [text, ...lines].join('\n'), { cause: outcome.error })
}

const DATABASE = 'masa'

export function urlOf(port: number, password: string, database = DATABASE): string {
  return `postgres://${DATABASE_ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

/** Finds a TCP port on 127.0.0.1 that is free at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no TCP port')
  return address.port
}

/**
 * Waits until PostgreSQL records in its pid file that it accepts connections. Resolves to false if it exited, was
 * aborted or took longer than `timeoutMs`. Calls `onSlowStart` once after 5 s: after a crash PostgreSQL replays its
 * write-ahead log first.
 */
async function waitUntilReady(
  process: PostgresProcess,
  cluster: string,
  onSlowStart: () => void,
  aborted?: AbortSignal,
  timeoutMs = 300_000,
): Promise<boolean> {
  let hasExited = false
  process.ended.then(() => (hasExited = true)).catch(() => undefined)
  const began = Date.now()
  for (let isReported = false; Date.now() - began < timeoutMs; await sleep(Date.now() - began < 1000 ? 2 : 20)) {
    const file = await readPidFile(cluster)
    if (hasExited || aborted?.aborted) return false
    if (file?.ready && file.pid === process.pid) return true
    if (!isReported && Date.now() - began > 5000) {
      isReported = true
      onSlowStart()
    }
  }
  return false
}

/** Connects to the database once and creates it if it is missing. Throws the driver's errors. */
async function reachDatabase(port: number, password: string): Promise<void> {
  try {
    await queryOnce(urlOf(port, password), 'select 1')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '3D000') throw error
    await queryOnce(urlOf(port, password, 'postgres'), `create database ${DATABASE}`)
    await queryOnce(urlOf(port, password), 'select 1')
  }
}

async function queryOnce(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 30_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end().catch(() => undefined)
  }
}
