import type { Stats } from 'node:fs'
import { chmod, chown, lstat, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from './start-error.ts'

/** The user that PostgreSQL runs as; undefined for the user that Node runs as. */
export type Owner = { uid: number; gid: number } | undefined

// 65534 is the user "nobody" on every system and needs no entry in /etc/passwd.
const NOBODY = { uid: 65534, gid: 65534 }

/** Whether Node runs as root. PostgreSQL refuses to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Who runs PostgreSQL if Node runs as root: the folder's owner, "nobody" for root's; else undefined. */
export async function ownerOf(clusterFolder: string): Promise<Owner> {
  if (!isRoot()) return undefined
  const status = await lstat(clusterFolder).catch(() => undefined)
  return status === undefined || status.uid === 0 ? NOBODY : { uid: status.uid, gid: status.gid }
}

/**
 * Makes the owner own a folder with all its content, for example one that root restored from a copy. The folder itself
 * changes last, so that an interrupted run is detected and repeated. Also removes the rights of other users, with which
 * PostgreSQL would refuse the folder.
 */
export async function transferOwnership(owner: Owner, folder: string): Promise<void> {
  const { uid, mode } = await lstat(folder)
  if (process.platform !== 'win32' && (mode & 0o027) !== 0) await chmod(folder, 0o700)
  if (owner === undefined || uid === owner.uid) return
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name)
    // The target of a link may be outside the folder, so its owner is not changed.
    if (!entry.isSymbolicLink()) await chown(file, owner.uid, owner.gid)
  }
  await chown(folder, owner.uid, owner.gid)
}

/** Whether a file's mode lets the owner use it. @param bit 4 to read, 1 to execute a file or enter a folder */
export function mayUseFolder(file: Stats, owner: NonNullable<Owner>, bit: 4 | 1): boolean {
  const shift = file.uid === owner.uid ? 6 : file.gid === owner.gid ? 3 : 0
  return ((file.mode >> shift) & bit) !== 0
}

/** The real path of the deepest existing folder on a path. */
export async function deepestExisting(folder: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch (error) {
    const parent = path.dirname(folder)
    if (errorCode(error) !== 'ENOENT' || parent === folder) throw error
    return deepestExisting(parent)
  }
}

/** The first folder on the path, from the root down to `folder`, that the owner may not enter; undefined if none. */
export async function firstFolderClosedTo(folder: string, owner: Owner): Promise<string | undefined> {
  if (owner === undefined) return undefined
  const chain = [await deepestExisting(folder)]
  for (let at = chain[0] ?? '/'; path.dirname(at) !== at; at = path.dirname(at)) chain.unshift(path.dirname(at))
  for (const ancestor of chain) {
    if (!mayUseFolder(await stat(ancestor), owner, 1)) return ancestor
  }
  return undefined
}
