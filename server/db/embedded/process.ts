import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Owner, StartError } from './data-folder.ts'

/** The environment of PostgreSQL's binaries, without the server's secrets and without PGDATA and similar variables. */
export const BARE_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH }

/**
 * Becomes PostgreSQL (the arguments), after starting a watchdog that reads the pipe, descriptor 3: the word "done" ends
 * it; the end of the pipe means that the Node process that held it has died, and stops PostgreSQL within 10 s. The
 * watchdog is forked twice, because PostgreSQL would treat the exit of an unknown child as a crash of one of its own.
 */
const WATCH_AND_RUN = `
( (
  trap '' HUP INT QUIT TERM
  read -r word <&3
  [ "$word" = done ] && exit
  for signal in INT QUIT KILL; do
    kill -$signal $$ || exit
    for second in 1 2 3 4; do sleep 1; kill -0 $$ || exit; done
  done
) >/dev/null 2>&1 & )
exec "$@" 3<&-
`

/** Sends a fast, an immediate and a killing signal until PostgreSQL has ended. None loses committed data. */
async function stop(send: (signal: NodeJS.Signals) => void, isRunning: () => Promise<boolean>): Promise<boolean> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 8000],
    ['SIGQUIT', 6000],
    ['SIGKILL', 2000],
  ] as const) {
    if (await isRunning()) send(signal)
    for (const began = performance.now(); performance.now() - began < timeoutMs; await sleep(10))
      if (!(await isRunning())) return true
  }
  return false
}

/** A PostgreSQL that was started; it may have ended since. */
export interface PostgresProcess {
  /** 0 if the process could not be started. */
  pid: number
  /** Resolves to how it ended, when its watchdog has ended too; never rejects. */
  ended: Promise<string>
  stop(): Promise<unknown>
}

/** Does not wait until it is ready. Detached, so that Ctrl-C reaches only Masa, which then stops it. */
export function launch(command: readonly string[], owner: Owner, logFile: string): PostgresProcess {
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn('/bin/sh', ['-c', WATCH_AND_RUN, 'masa-watchdog', ...command], {
    ...{ ...owner, cwd: '/', detached: true, env: BARE_ENVIRONMENT },
    stdio: ['ignore', log, log, 'pipe'],
  })
  closeSync(log)
  const pipe = (child.stdio[3] as Duplex).on('error', () => {}).resume()
  child.once('exit', () => pipe.end('done\n'))
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(String(error)))
    // `close` follows `exit` when the watchdog has closed the pipe.
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  const isRunning = async () => (child.exitCode ?? child.signalCode) === null
  return { pid: child.pid ?? 0, ended, stop: () => stop((signal) => child.kill(signal), isRunning).then(() => ended) }
}

/** Reads the `postmaster.pid` of a running PostgreSQL; returns undefined if there is no valid one. */
export async function readPidFile(cluster: string): Promise<{ pid: number; port: number; ready: boolean } | undefined> {
  const lines = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined
}

/** Stops the PostgreSQL that a killed Masa left running, if any. Call it while holding the lock of the data folder. */
export async function stopLeftover(cluster: string, log: (sentence: string) => void): Promise<void> {
  const pid = (await readPidFile(cluster))?.pid
  if (pid === undefined) return
  const isRunning = async () => (await commandOf(pid)).includes(`postgres -D ${cluster} `)
  if (!(await isRunning())) {
    // Another process may have the pid, which PostgreSQL would mistake for a running server; it ignores its parent's.
    // PostgreSQL finds the remaining processes of a killed server by the rest of the file.
    const file = path.join(cluster, 'postmaster.pid')
    // A server that has just ended has removed the file.
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text !== '') await writeFile(file, text.replace(/^\d+/, String(process.pid)))
    return
  }
  log(`A PostgreSQL of an earlier start is still running on ${cluster} (process ${pid}); stopping it first.`)
  if (!(await stop((signal) => process.kill(pid, signal), isRunning)))
    throw new StartError(`The PostgreSQL left on ${cluster} (process ${pid}) cannot be stopped.`)
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux')
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
  const listing = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return (await listing.catch(() => ({ stdout: '' }))).stdout
}
