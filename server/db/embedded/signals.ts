import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { errorCode } from './start-error.ts'

/**
 * How PostgreSQL is ended: fast, at once, by force; with the milliseconds that each is given. All three lose nothing.
 */
export const ESCALATION = [
  ['SIGINT', 8000],
  ['SIGQUIT', 6000],
  ['SIGKILL', 2000],
] as const

/** The file in which a running PostgreSQL says who it is. */
export function pidFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid')
}

/** The process named there, its port, and whether it takes connections; undefined when there is none. */
export async function readPidFile(cluster: string): Promise<{ pid: number; port: number; ready: boolean } | undefined> {
  const lines = (await readFile(pidFile(cluster), 'utf8').catch(() => '')).split(/\r?\n/)
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 0
    ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
    : undefined
}

/** Whether a process has this pid, whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Windows has no signals; pg_ctl has PostgreSQL's own. */
export async function windowsStop(binaries: Binaries, cluster: string, signal: NodeJS.Signals): Promise<void> {
  const mode = signal === 'SIGINT' ? 'fast' : 'immediate'
  const args = ['stop', '-D', cluster, '-m', mode, '-W']
  await promisify(execFile)(binaries.program('pg_ctl'), args, { windowsHide: true })
}
