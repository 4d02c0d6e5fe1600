import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { BUNDLE } from './process.ts'

export interface RunningCommand {
  process: ChildProcess
  /** Resolves once a text was printed. */
  printed(text: string): Promise<void>
  /** The exit code or signal, and all that was printed. */
  ended: Promise<{ code: number | string | null; output: string }>
}

/** Runs one of the commands as npm does. */
export function runCommand(
  program: 'backup' | 'restore' | 'move' | 'doctor' | 'owner-password' | 'secrets-renew',
  env: Record<string, string>,
  ...args: string[]
): RunningCommand {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [path.join(BUNDLE, `${program}.js`), ...args], {
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env },
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
