import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Whether this machine lets a test mount a small disk in memory. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(path.join(os.tmpdir(), 'masa-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
}
