import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface RunningServer {
  url: string
  port: number
  process: ChildProcess
  /** Its output so far. */
  said(): string
  /** Ends it by a signal. @returns its exit code, or the signal that ended it */
  end(signal: NodeJS.Signals): Promise<number | string | null>
}

/** Starts the real server as a process of its own, and waits until it serves. */
export function startProcess(env: Record<string, string>, args: string[] = []): Promise<RunningServer> {
  return launchProcess(env, args).serving
}

/** Starts the real server, which may end or be killed before it serves. */
export function launchProcess(
  env: Record<string, string>,
  args: string[] = [],
): { process: ChildProcess; serving: Promise<RunningServer> } {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  // As `npm start` runs it (scripts/prepare.mjs).
  const child = spawn(process.execPath, ['--max-semi-space-size=8', MAIN, ...args], {
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), HOST: '127.0.0.1', ...env },
    // The channel closes when the tests die, and the server then ends too.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  child.stdout?.on('data', (chunk) => {
    said += chunk
  })
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const exited = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? null)
  const port = new Promise<number>((resolve, reject) => {
    const look = () => {
      const found = /Masa is open: .*:(\d+)/.exec(said)?.[1]
      if (found) resolve(Number(found))
    }
    child.stdout?.on('data', look)
    exited.then((code) => reject(new ExitedEarly(code, said)), reject)
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  const serving = port.then((port) => ({
    url: `http://127.0.0.1:${port}`,
    port,
    process: child,
    said: () => said,
    end,
  }))
  return { process: child, serving }
}

/** The server ended before it served. */
export class ExitedEarly extends Error {
  readonly code: number | string | null
  readonly said: string

  constructor(code: number | string | null, said: string) {
    super(`the server exited with ${code}: ${said}`)
    this.code = code
    this.said = said
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
