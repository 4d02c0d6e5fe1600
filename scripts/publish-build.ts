/* Publishes a finished build. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

/**
 * Moves a finished build to its final folder. The previous build is renamed to `<target>-before`, so that pages that are
 * still open can load their files. If the current build has the same hashed files, it is deleted instead.
 * @param built the folder of the finished build
 * @param target the folder from which the client is served
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

/** Returns the names of the hashed files as one string. */
function namesIn(folder: string): string {
  const hashed = path.join(folder, 'static')
  return existsSync(hashed) ? readdirSync(hashed).sort().join('\n') : ''
}
