import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Starts embedded-parent.ts on a folder, optionally as another user. */
export function startParent(dataDir: string, user?: { uid: number; gid: number }): ChildProcess {
  const script = fileURLToPath(new URL('./embedded-parent.ts', import.meta.url))
  return spawn(process.execPath, [script, dataDir], { ...user, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** The first line that a parent prints. */
export async function firstLine(parent: ChildProcess): Promise<Record<string, unknown>> {
  if (parent.stdout === null) throw new Error('no output')
  for await (const line of createInterface(parent.stdout)) return JSON.parse(line) as Record<string, unknown>
  throw new Error('the parent printed nothing')
}

/** Kills a parent with SIGKILL, and waits until it has exited. */
export async function killParent(parent: ChildProcess): Promise<void> {
  if (parent.exitCode !== null || parent.signalCode !== null) return
  const exited = once(parent, 'exit')
  parent.kill('SIGKILL')
  await exited
}

/** Ids of the processes whose command line contains the folder: PostgreSQL, its watchdog, initdb. */
export function processesOf(folder: string): number[] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n')
    return lines.filter((line) => line.includes(folder)).map((line) => Number.parseInt(line, 10))
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => commandOf(pid).includes(folder)).map(Number)
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** A busy machine may take many times as long as a calm one, so no wait ends before this. */
const MIN_TIMEOUT_MS = 40_000

/** Waits for a condition; returns the milliseconds it took. Throws after `timeoutMs`, but never before 40 s. */
export async function until(condition: () => boolean, timeoutMs: number): Promise<number> {
  const limitMs = Math.max(timeoutMs, MIN_TIMEOUT_MS)
  const began = performance.now()
  while (!condition()) {
    if (performance.now() - began > limitMs) throw new Error(`not within ${limitMs} ms`)
    await sleep(5)
  }
  return performance.now() - began
}

/** The files in a folder with sizes, times, owners and modes: equal if nothing was changed. */
export function snapshot(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return ['.', ...names].map((name) => {
    const { size, mtimeMs, uid, mode } = statSync(path.join(folder, name))
    return [name, size, mtimeMs, uid, mode].join(' ')
  })
}
