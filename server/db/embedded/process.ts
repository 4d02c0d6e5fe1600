import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { copyFile, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Duplex, type Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { errorCode } from '#server/platform/files/store.ts'
import type { Binaries } from './binaries.ts'
import { type Owner, StartError } from './data-folder.ts'

/** PostgreSQL's settings as command-line arguments, which take precedence over the cluster's configuration files. */
function clusterSettings(port: number, maxConnections: number): string[] {
  const values: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // All of them are Masa's: the reserved ones are for superusers, and its role is one.
    max_connections: maxConnections,
    shared_buffers: '16MB',
    jit: 'off',
    // An acknowledged order is on disk (docs/decisions/010-durability.md).
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_sync_method: syncMethod(),
    // One small server without replication: these processes would only use memory.
    io_method: 'sync',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_checkpoints: 'off',
    // Errors of statements may quote a guest's input, and the caller receives them anyway. At this level only the
    // server's own messages are logged.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_statement: 'none',
    log_min_duration_statement: -1,
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** How a commit is forced to disk: the default on macOS and Windows leaves it in the drive's cache. */
function syncMethod(): string {
  if (process.platform === 'darwin') return 'fsync_writethrough'
  return process.platform === 'win32' ? 'fsync' : 'fdatasync'
}

/** The environment of PostgreSQL's programs, without the server's secrets and without PGDATA and similar variables. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const bare: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'LD_LIBRARY_PATH']) {
    if (process.env[name] !== undefined) bare[name] = process.env[name]
  }
  return bare
}

/**
 * The watchdog as a shell function, which needs 1 MB of memory. `watch <pid>` reads its input: the word "done" ends the
 * watchdog; the end of the input means that the Node process that held the pipe has died, and stops PostgreSQL. The
 * waiting times add up to less than 10 s.
 */
const WATCH = `
watch() {
  trap '' HUP INT QUIT TERM
  while read -r word; do [ "$word" = done ] && exit 0; done
  kill -INT "$1" 2>/dev/null || exit 0
  for second in 1 2 3 4 5 6 7 8; do
    sleep 1
    kill -0 "$1" 2>/dev/null || exit 0
    [ $second = 4 ] && kill -QUIT "$1" 2>/dev/null
  done
  kill -KILL "$1" 2>/dev/null
  exit 0
}
`

/**
 * Starts the watchdog and then executes PostgreSQL (the arguments) in the same process, so that PostgreSQL never runs
 * unwatched. The pipe is file descriptor 3. The watchdog is forked twice, because PostgreSQL would treat the exit of an
 * unknown child as a crash of one of its own processes.
 */
const WATCH_AND_RUN = `${WATCH}
( watch $$ <&3 3<&- >/dev/null 2>&1 & )
exec "$@" 3<&-
`

export type ExitOutcome = { code?: number | null; signal?: NodeJS.Signals | null; error?: unknown }

/** A PostgreSQL that was started; it may have exited since. */
export type PostgresProcess = {
  /** Process id; 0 if the process could not be started. */
  pid: number
  /** Resolves when PostgreSQL and its watchdog have exited; never rejects. */
  ended: Promise<ExitOutcome>
  /** Stops PostgreSQL: open transactions are rolled back, committed ones are on disk. Resolves when it has exited. */
  stop(): Promise<void>
}

type LaunchOptions = {
  binaries: Binaries
  cluster: string
  port: number
  maxConnections: number
  owner: Owner
  logFile: string
  /** More arguments of PostgreSQL, which take precedence. */
  args?: string[]
}

/** Does not wait until it is ready. Detached, so that Ctrl-C reaches only Masa, which then stops it. */
export function launch({
  binaries,
  cluster,
  port,
  maxConnections,
  owner,
  logFile,
  args: moreArgs = [],
}: LaunchOptions): PostgresProcess {
  const command = [binaries.program('postgres'), '-D', cluster, ...clusterSettings(port, maxConnections), ...moreArgs]
  const hasShell = process.platform !== 'win32' && existsSync('/bin/sh')
  const [program = '', ...args] = hasShell ? ['/bin/sh', '-c', WATCH_AND_RUN, 'masa-watchdog', ...command] : command
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(program, args, {
    ...owner,
    cwd: hasShell ? '/' : undefined,
    detached: true,
    env: bareEnvironment(),
    stdio: hasShell ? ['ignore', log, log, 'pipe'] : ['ignore', log, log],
    windowsHide: true,
  })
  closeSync(log)
  const dismiss = watch(child, binaries, cluster)
  const ended = new Promise<ExitOutcome>((resolve) => {
    child.on('error', (error) => resolve({ error }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  }).then(async (outcome) => {
    await dismiss()
    return outcome
  })
  return { pid: child.pid ?? 0, ended, stop: () => stop(child, ended, binaries, cluster) }
}

// Returns a function that ends the watchdog and resolves when it has exited.
function watch(child: ChildProcess, binaries: Binaries, cluster: string): () => Promise<void> {
  const pipe = child.stdio[3]
  if (pipe instanceof Duplex) {
    // Only the watchdog holds the other end, so the pipe closes when the watchdog exits.
    const closed = new Promise<void>((resolve) =>
      pipe
        .once('close', resolve)
        .once('error', () => resolve())
        .resume(),
    )
    return () => sendDone(pipe, closed)
  }
  if (child.pid === undefined) return async () => undefined
  const script = fileURLToPath(new URL('./watchdog.ts', import.meta.url))
  const args = [script, cluster, binaries.program('pg_ctl')]
  const watchdog = spawn(process.execPath, args, {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  })
  const exited = new Promise<void>((resolve) => watchdog.once('exit', () => resolve()).once('error', () => resolve()))
  return () => sendDone(watchdog.stdin, exited)
}

async function sendDone(pipe: Writable, exited: Promise<void>): Promise<void> {
  pipe.on('error', () => undefined)
  pipe.end('done\n')
  await Promise.race([exited, sleep(2000, undefined, { ref: false })])
  pipe.destroy()
}

async function stop(
  child: ChildProcess,
  ended: Promise<ExitOutcome>,
  binaries: Binaries,
  cluster: string,
): Promise<void> {
  for (const [signal, timeoutMs] of SHUTDOWN_STEPS) {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      if (process.platform === 'win32' && signal !== 'SIGKILL')
        await stopOnWindows(binaries, cluster, signal).catch(() => undefined)
      else child.kill(signal)
    }
    if (await Promise.race([ended, sleep(timeoutMs, undefined, { ref: false })])) return
  }
}

const MAX_LOG_BYTES = 1_000_000

/** Empties a log of more than a megabyte; its content is copied to a file of the same name with `.1` appended. */
export async function truncateLog(file: string): Promise<void> {
  const size = await logSize(file)
  if (size <= MAX_LOG_BYTES) return
  // Truncated in place, because PostgreSQL has the file open in append mode.
  await copyFile(file, `${file}.1`)
  await truncate(file)
}

/** Current size of the log in bytes; 0 if there is no log. */
export async function logSize(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0
}

/** The text in the log from byte `from` on (at most the last 64 kB). */
export async function logSince(file: string, from: number): Promise<string> {
  const size = await logSize(file)
  const start = Math.max(from, size - 65_536)
  if (size <= start) return ''
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The last lines of a text, for an error message. */
export function lastLines(text: string, count = 6): string {
  return text.trimEnd().split(/\r?\n/).slice(-count).join('\n')
}

/** Signals in order (fast, immediate, kill), each with its milliseconds. None loses committed data. */
const SHUTDOWN_STEPS = [
  ['SIGINT', 8000],
  ['SIGQUIT', 6000],
  ['SIGKILL', 2000],
] as const

/** Path of postmaster.pid, where a running PostgreSQL records its process id and port. */
function pidFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid')
}

/** Process, port and readiness by postmaster.pid; undefined if the file is missing or invalid. */
export async function readPidFile(cluster: string): Promise<{ pid: number; port: number; ready: boolean } | undefined> {
  const lines = (await readFile(pidFile(cluster), 'utf8').catch(() => '')).split(/\r?\n/)
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 0
    ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
    : undefined
}

/** Whether a process with this pid exists, even one of another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Requests a shutdown through pg_ctl, because Windows has no signals. Does not wait until PostgreSQL has exited. */
async function stopOnWindows(binaries: Binaries, cluster: string, signal: NodeJS.Signals): Promise<void> {
  const mode = signal === 'SIGINT' ? 'fast' : 'immediate'
  const args = ['stop', '-D', cluster, '-m', mode, '-W']
  await promisify(execFile)(binaries.program('pg_ctl'), args, { windowsHide: true })
}

/**
 * Stops the PostgreSQL that a killed Masa left running, if any, and waits until it has exited. A process that has
 * reused its pid is not signalled (on Windows, unless it is a postgres.exe too). Call it while holding the lock of the
 * data folder: then no running Masa uses that server.
 * @throws StartError if the server belongs to another user or cannot be stopped
 */
export async function stopLeftover(
  binaries: Binaries,
  cluster: string,
  log: (sentence: string) => void,
): Promise<void> {
  const leftover = await readPidFile(cluster)
  if (leftover === undefined) return
  const { pid } = leftover
  if (!(await isPostgresOf(pid, cluster))) {
    if (isAlive(pid)) await replacePid(cluster)
    return
  }
  log(`A PostgreSQL of an earlier start is still running on ${cluster} (process ${pid}); stopping it first.`)
  for (const [signal, timeoutMs] of SHUTDOWN_STEPS) {
    await sendSignal(pid, signal, binaries, cluster)
    for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(20)) {
      if (!(await isPostgresOf(pid, cluster))) return
    }
  }
  throw new StartError('start-failed', `The PostgreSQL left on ${cluster} (process ${pid}) cannot be stopped.`)
}

// Called when another process has reused the pid in postmaster.pid, which PostgreSQL would mistake for a running
// server. Writes the pid of this process instead, which PostgreSQL ignores because it is that of its own parent. The
// rest of the file is still needed: with it PostgreSQL finds the remaining processes of a killed server.
async function replacePid(cluster: string): Promise<void> {
  const file = pidFile(cluster)
  if (process.platform === 'win32') return rm(file, { force: true })
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/^\d+/, String(process.pid)))
}

async function sendSignal(pid: number, signal: NodeJS.Signals, binaries: Binaries, cluster: string): Promise<void> {
  try {
    if (process.platform === 'win32' && signal !== 'SIGKILL') await stopOnWindows(binaries, cluster, signal)
    else process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return
    const text = `A PostgreSQL of another user (process ${pid}) runs on ${cluster}. Start Masa as that user, or stop that PostgreSQL.`
    throw new StartError('unreachable-folder', text)
  }
}

/** Whether the process is the PostgreSQL server of this cluster; on Windows, whether it is any postgres.exe. */
async function isPostgresOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') return isPostgresOnLinux(pid, cluster)
  const [command, ...args] =
    process.platform === 'win32'
      ? ['tasklist', '/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']
      : ['ps', '-ww', '-o', 'command=', '-p', String(pid)]
  const { stdout } = await promisify(execFile)(command ?? '', args, { windowsHide: true }).catch(() => ({ stdout: '' }))
  if (process.platform === 'win32') return stdout.includes('postgres.exe')
  return stdout.includes(`postgres -D ${cluster} `)
}

async function isPostgresOnLinux(pid: number, cluster: string): Promise<boolean> {
  const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  if (path.basename(program) !== 'postgres') return false
  // PostgreSQL's working folder is its cluster, even if that was moved or mounted elsewhere after the start. Some
  // containers hide /proc/<pid>/cwd even from root: then the argument of -D is compared.
  const expected = await stat(cluster)
  const actual = await stat(`/proc/${pid}/cwd`).catch(() =>
    stat(args[args.indexOf('-D') + 1] ?? '').catch(() => undefined),
  )
  return actual !== undefined && actual.dev === expected.dev && actual.ino === expected.ino
}
