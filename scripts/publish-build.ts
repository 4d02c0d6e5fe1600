/* Publishes a finished build. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

/**
 * Moves a finished build to its folder. The one before is renamed to `<target>-before`, so that pages that are still open
 * can load their files. If it has the same hashed files, it is deleted instead.
 */
export function publishBuild(built: string, target: string): void {
  const before = `${target}-before`
  if (existsSync(target)) {
    if (namesIn(target) === namesIn(built)) {
      rmSync(target, { recursive: true })
    } else {
      rmSync(before, { recursive: true, force: true })
      renameSync(target, before)
    }
  }
  renameSync(built, target)
}

function namesIn(folder: string): string {
  const hashed = path.join(folder, 'static')
  return existsSync(hashed) ? readdirSync(hashed).sort().join('\n') : ''
}
