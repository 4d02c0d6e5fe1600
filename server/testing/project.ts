import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

/** The root of the repository. */
export const ROOT_FOLDER = fileURLToPath(new URL('../..', import.meta.url))

/** Creates a project of these files beside Masa's packages, for one test. @returns its folder */
export function temporaryProject(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'masa-project-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  symlinkSync(path.join(ROOT_FOLDER, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  return folder
}

/** Runs a program with Node. @returns what it printed, also if it failed */
export async function runNode(args: string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const running = promisify(execFile)(process.execPath, args, { cwd, env: { ...process.env, ...env, NO_COLOR: '1' } })
  const { stdout, stderr } = await running.catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}
