import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const trials: string[] = []

/** Each file calls it after its tests: files share this module, and a hook here would belong to the first of them. */
export function removeTrials(): void {
  for (const folder of trials.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** Creates a temporary project of these files. @returns its folder */
export function trial(files: Record<string, string>): string {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'masa-gates-')))
  trials.push(folder)
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return folder
}

export interface Verdict {
  passed: boolean
  /** The gate's standard output and standard error. */
  output: string
}

/** Runs a gate as `npm test` does. @param script the path of the gate's program below node_modules */
export async function gate(script: string, args: string[], cwd = ROOT): Promise<Verdict> {
  const command = [path.join(ROOT, 'node_modules', script), ...args]
  const env = { ...process.env, NO_COLOR: '1' }
  const run = promisify(execFile)(process.execPath, command, { cwd, env, maxBuffer: 64 * 1024 * 1024 })
  return run.then(
    ({ stdout, stderr }) => ({ passed: true, output: stdout + stderr }),
    ({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }) => ({
      passed: false,
      output: stdout + stderr,
    }),
  )
}
