import { execFile } from 'node:child_process'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { ESCALATION, isAlive, pidFile, readPidFile, windowsStop } from './signals.ts'
import { errorCode, StartError } from './start-error.ts'

/**
 * Stops the PostgreSQL of a Masa that was killed, if it is still there, and waits until it is gone. A pid that now
 * belongs to something else is never touched. Call it with the lock held: then no living Masa owns that server.
 */
export async function stopLeftover(
  binaries: Binaries,
  cluster: string,
  log: (sentence: string) => void,
): Promise<void> {
  const left = await readPidFile(cluster)
  if (left === undefined) return
  if (!(await isPostgresOf(left.pid, cluster))) {
    if (isAlive(left.pid)) await disown(cluster)
    return
  }
  log(`A PostgreSQL of an earlier start is still running on ${cluster} (process ${left.pid}); stopping it first.`)
  for (const [signal, wait] of ESCALATION) {
    await ask(left.pid, signal, binaries, cluster)
    for (const until = Date.now() + wait; Date.now() < until; await sleep(20)) {
      if (!(await isPostgresOf(left.pid, cluster))) return
    }
  }
  throw new StartError('start-failed', `The PostgreSQL left on ${cluster} (process ${left.pid}) cannot be stopped.`)
}

// The pid belongs to another process, and PostgreSQL would take that process for a running server. PostgreSQL knows that
// its parent's pid is none. The rest of the file stays: by it PostgreSQL finds the last processes of a killed server.
async function disown(cluster: string): Promise<void> {
  const file = pidFile(cluster)
  if (process.platform === 'win32') return rm(file, { force: true })
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/^\d+/, String(process.pid)))
}

async function ask(pid: number, signal: NodeJS.Signals, binaries: Binaries, cluster: string): Promise<void> {
  try {
    if (process.platform === 'win32' && signal !== 'SIGKILL') await windowsStop(binaries, cluster, signal)
    else process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return
    const text = `A PostgreSQL of another user (process ${pid}) runs on ${cluster}. Start Masa as that user, or stop that PostgreSQL.`
    throw new StartError('unreachable-folder', text)
  }
}

/** Whether that process is the PostgreSQL that serves this cluster. */
async function isPostgresOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') return isPostgresOnLinux(pid, cluster)
  const [command, ...args] =
    process.platform === 'win32'
      ? ['tasklist', '/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']
      : ['ps', '-ww', '-o', 'command=', '-p', String(pid)]
  const found = await promisify(execFile)(command ?? '', args, { windowsHide: true }).catch(() => ({ stdout: '' }))
  if (process.platform === 'win32') return found.stdout.includes('postgres.exe')
  return found.stdout.includes(`postgres -D ${cluster} `)
}

async function isPostgresOnLinux(pid: number, cluster: string): Promise<boolean> {
  const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  if (path.basename(program) !== 'postgres') return false
  // It works in its folder; the folder may have been moved or mounted elsewhere. Containers hide this link even from
  // root.
  const own = await stat(cluster)
  const works = await stat(`/proc/${pid}/cwd`).catch(() =>
    stat(args[args.indexOf('-D') + 1] ?? '').catch(() => undefined),
  )
  return works !== undefined && works.dev === own.dev && works.ino === own.ino
}
