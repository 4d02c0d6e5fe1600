import { execFile } from 'node:child_process'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { errorCode, StartError } from './start-error.ts'

/** Signals in order (fast, immediate, kill), each with its milliseconds. None loses committed data. */
export const SHUTDOWN_STEPS = [
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
export async function stopOnWindows(binaries: Binaries, cluster: string, signal: NodeJS.Signals): Promise<void> {
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
