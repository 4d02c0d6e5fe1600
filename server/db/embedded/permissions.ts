import type { Stats } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Owner } from './owner.ts'
import { errorCode } from './start-error.ts'

/** Whether the owner may use a file or folder like this, by its mode: 4 read, 1 execute or pass through. */
export function mayUse(file: Stats, owner: NonNullable<Owner>, bit: 4 | 1): boolean {
  const shift = file.uid === owner.uid ? 6 : file.gid === owner.gid ? 3 : 0
  return ((file.mode >> shift) & bit) !== 0
}

/** The real path of the deepest folder on this path that exists. */
export async function deepestExisting(folder: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch (error) {
    const above = path.dirname(folder)
    if (errorCode(error) !== 'ENOENT' || above === folder) throw error
    return deepestExisting(above)
  }
}

/** The uppermost folder on the way to this one, or this one, that the owner may not pass through; if there is one. */
export async function firstClosedTo(folder: string, owner: Owner): Promise<string | undefined> {
  if (owner === undefined) return undefined
  const way = [await deepestExisting(folder)]
  for (let at = way[0] ?? '/'; path.dirname(at) !== at; at = path.dirname(at)) way.unshift(path.dirname(at))
  for (const step of way) {
    if (!mayUse(await stat(step), owner, 1)) return step
  }
  return undefined
}
