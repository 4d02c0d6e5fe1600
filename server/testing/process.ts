import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { within } from './within.ts'

/** The folder of the bundled server, which Vitest's global setup and `npm run build` make. */
export const BUNDLE = fileURLToPath(new URL('../../dist/server/', import.meta.url))

/* Limits that end endless waits; even a busy machine must not reach them. */
const OPEN_LIMIT_S = 240
const EXIT_LIMIT_S = 60

const kept = (...names: string[]) =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => names.includes(name)))
/** What moves the clock of all programs (scripts/moved-clock.mjs). */
export const MOVED_CLOCK = kept('LD_PRELOAD', 'FAKETIME', 'DONT_FAKE_MONOTONIC')
/** What the product's programs keep of the tests' environment. */
export const BARE = { ...kept('PATH', 'NODE_COMPILE_CACHE'), ...MOVED_CLOCK }

export interface RunningServer {
  url: string
  port: number
  process: ChildProcess
  /** The server's output so far. */
  output(): string
  /** Sends a signal. @returns the exit code, or the signal that ended the process @throws if it does not exit */
  end(signal: NodeJS.Signals): Promise<number | string | null>
}

/** Starts the real server in a separate process, and waits until it accepts requests. */
export function startProcess(env: Record<string, string>, args: string[] = []): Promise<RunningServer> {
  return launchProcess(env, args).serving
}

/** Starts the real server without waiting, for tests in which it exits or is killed during the start. */
export function launchProcess(
  env: Record<string, string>,
  args: string[] = [],
  bundle = BUNDLE,
): { process: ChildProcess; serving: Promise<RunningServer>; end: RunningServer['end'] } {
  // The server runs as `npm start` runs it (package.json).
  const options = ['--max-semi-space-size=4', '--initial-old-space-size=40', '--heap-growing-percent=80']
  const child = spawn(process.execPath, [...options, path.join(bundle, 'main.js'), ...args], {
    env: { ...BARE, HOST: '127.0.0.1', BACKUP_KEEP: '0', ...env },
    // With an IPC channel the server exits when the test process dies.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const exited = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? null)
  const port = new Promise<number>((resolve, reject) => {
    const findPort = () => {
      // The line end is included, because a line may arrive in two parts.
      const digits = /Masa is open: .*:(\d+)\n/.exec(output)?.[1]
      if (digits) resolve(Number(digits))
    }
    child.stdout?.on('data', findPort)
    exited.then((code) => reject(new ExitedEarly(code, output)), reject)
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    const what = () => `the server to exit after ${signal}; its threads: ${threadsOf(child.pid)}; it printed: ${output}`
    return within(EXIT_LIMIT_S, what, exited).catch((error: unknown) => {
      child.kill('SIGKILL')
      throw error
    })
  }
  const serving = within(OPEN_LIMIT_S, () => `the server to open; it printed: ${output}`, port).then((port) => ({
    url: `http://127.0.0.1:${port}`,
    port,
    process: child,
    output: () => output,
    end,
  }))
  return { process: child, serving, end }
}

/** What each thread of a process waits for in the kernel; only Linux says it. */
function threadsOf(pid: number | undefined): string {
  const folder = `/proc/${pid}/task`
  const read = (thread: string, file: string) => readFileSync(path.join(folder, thread, file), 'utf8').trim()
  try {
    return readdirSync(folder)
      .map((thread) => `${read(thread, 'comm')} ${read(thread, 'wchan')} ${read(thread, 'stat').split(' ')[2]}`)
      .join(', ')
  } catch (error) {
    return String(error)
  }
}

/** The server exited before it accepted requests. */
export class ExitedEarly extends Error {
  readonly code: number | string | null
  readonly output: string

  constructor(code: number | string | null, output: string) {
    super(`the server exited with ${code}: ${output}`)
    this.code = code
    this.output = output
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

interface RunningCommand {
  process: ChildProcess
  /** Resolves once a text was printed. */
  printed(text: string): Promise<void>
  /** The exit code or signal, and all that was printed. */
  ended: Promise<{ code: number | string | null; output: string }>
}

/** Runs one of the commands as npm does. */
export function runCommand(
  command: 'backup' | 'restore' | 'doctor' | 'owner-password' | 'secrets-renew',
  env: Record<string, string>,
  ...args: string[]
): RunningCommand {
  const child = spawn(process.execPath, [path.join(BUNDLE, 'cli.js'), command, ...args], {
    env: { ...BARE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const streams = [child.stdout, child.stderr]
  for (const stream of streams)
    stream?.on('data', (chunk) => {
      output += chunk
    })
  const ended = once(child, 'close').then(([code, signal]: (number | string | null)[]) => ({
    code: code ?? signal ?? null,
    output,
  }))
  const printed = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => output.includes(text) && resolve()
      for (const stream of streams) stream?.on('data', look)
      look()
      void ended.then(() => (output.includes(text) ? resolve() : reject(new Error(`"${text}" is not in: ${output}`))))
    })
  return { process: child, printed, ended }
}
