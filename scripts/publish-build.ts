/* Where a finished build goes. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

/**
 * Puts a finished build in its place at once. The build before stays beside it, as `<place>-before`, for the pages that
 * are still open: they go on loading their parts. One that names the same files is no other build, and nothing of it is
 * missing in the new one.
 * @param built the folder of the finished build
 * @param place the folder from which pages are served
 */
export function publishBuild(built: string, place: string): void {
  const before = `${place}-before`
  if (existsSync(place)) {
    if (namesIn(place) === namesIn(built)) {
      rmSync(place, { recursive: true })
    } else {
      rmSync(before, { recursive: true, force: true })
      renameSync(place, before)
    }
  }
  renameSync(built, place)
}

/** The files that are named by their content, as one text. */
function namesIn(folder: string): string {
  const hashed = path.join(folder, 'static')
  return existsSync(hashed) ? readdirSync(hashed).sort().join('\n') : ''
}
