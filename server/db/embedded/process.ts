import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { Duplex, type Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Binaries } from './binaries.ts'
import type { Owner } from './owner.ts'
import { bareEnvironment, clusterSettings } from './settings.ts'
import { ESCALATION, windowsStop } from './signals.ts'
import { WATCH_AND_RUN } from './watchdog-shell.ts'

/** How PostgreSQL ended. */
export type Ended = { code?: number | null; signal?: NodeJS.Signals | null; error?: unknown }

/** A PostgreSQL that was started and may have ended. */
export type Running = {
  /** 0 when it could not be started at all. */
  pid: number
  /** Settles when it has ended, watchdog included; never rejects. */
  ended: Promise<Ended>
  /** Ends it: open transactions are rolled back, what was acknowledged is on the disk. Settles when nothing is left. */
  stop(): Promise<void>
}

type Launch = {
  binaries: Binaries
  cluster: string
  port: number
  maxConnections: number
  owner: Owner
  logFile: string
}

/**
 * Starts PostgreSQL with its watchdog, apart from Node's terminal, so that Ctrl-C reaches the server first. Doesn't
 * wait.
 */
export function launch({ binaries, cluster, port, maxConnections, owner, logFile }: Launch): Running {
  const run = [binaries.program('postgres'), '-D', cluster, ...clusterSettings(port, maxConnections)]
  const shell = process.platform !== 'win32' && existsSync('/bin/sh')
  const [program = '', ...args] = shell ? ['/bin/sh', '-c', WATCH_AND_RUN, 'masa-watchdog', ...run] : run
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(program, args, {
    ...owner,
    cwd: shell ? '/' : undefined,
    detached: true,
    env: bareEnvironment(),
    stdio: shell ? ['ignore', log, log, 'pipe'] : ['ignore', log, log],
    windowsHide: true,
  })
  closeSync(log)
  const dismiss = watch(child, binaries, cluster)
  const ended = new Promise<Ended>((resolve) => {
    child.on('error', (error) => resolve({ error }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  }).then(async (outcome) => {
    await dismiss()
    return outcome
  })
  return { pid: child.pid ?? 0, ended, stop: () => stop(child, ended, binaries, cluster) }
}

// Answers how to dismiss the watchdog; settles when it is gone.
function watch(child: ChildProcess, binaries: Binaries, cluster: string): () => Promise<void> {
  const pipe = child.stdio[3]
  if (pipe instanceof Duplex) {
    // Its other end is the watchdog's alone, so it closes when the watchdog ends.
    const closed = new Promise<void>((resolve) =>
      pipe
        .once('close', resolve)
        .once('error', () => resolve())
        .resume(),
    )
    return () => tell(pipe, closed)
  }
  if (child.pid === undefined) return async () => undefined
  const script = fileURLToPath(new URL('./watchdog.ts', import.meta.url))
  const args = [script, String(child.pid), cluster, binaries.program('pg_ctl')]
  const dog = spawn(process.execPath, args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'], windowsHide: true })
  const gone = new Promise<void>((resolve) => dog.once('exit', () => resolve()).once('error', () => resolve()))
  return () => tell(dog.stdin, gone)
}

async function tell(pipe: Writable, gone: Promise<void>): Promise<void> {
  pipe.on('error', () => undefined)
  pipe.end('done\n')
  await Promise.race([gone, sleep(2000, undefined, { ref: false })])
  pipe.destroy()
}

async function stop(child: ChildProcess, ended: Promise<Ended>, binaries: Binaries, cluster: string): Promise<void> {
  for (const [signal, wait] of ESCALATION) {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      if (process.platform === 'win32' && signal !== 'SIGKILL')
        await windowsStop(binaries, cluster, signal).catch(() => undefined)
      else child.kill(signal)
    }
    if (await Promise.race([ended, sleep(wait, undefined, { ref: false })])) return
  }
}
