import { chmod, chown, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/** The user that PostgreSQL runs as, or undefined for the one that Node runs as. */
export type Owner = { uid: number; gid: number } | undefined

// PostgreSQL refuses to run as root; 65534 is "nobody" everywhere and needs no entry in /etc/passwd.
const NOBODY = { uid: 65534, gid: 65534 }

/** True when Node runs as root, which PostgreSQL refuses to do. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Who runs PostgreSQL on this cluster folder: as root the folder's present owner, or nobody for a new folder or one of
 * root's; else oneself.
 */
export async function ownerOf(clusterFolder: string): Promise<Owner> {
  if (!isRoot()) return undefined
  const found = await lstat(clusterFolder).catch(() => undefined)
  return found === undefined || found.uid === 0 ? NOBODY : { uid: found.uid, gid: found.gid }
}

/**
 * Gives a folder (one that was put back as root) and all in it to the owner, itself last, so that an interrupted run
 * is seen and repeated; and closes it to others, without which PostgreSQL refuses it.
 */
export async function giveTo(owner: Owner, folder: string): Promise<void> {
  const { uid, mode } = await lstat(folder)
  if (process.platform !== 'win32' && (mode & 0o027) !== 0) await chmod(folder, 0o700)
  if (owner === undefined || uid === owner.uid) return
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name)
    // The target of a link may lie outside of the folder, so it keeps its owner.
    if (!entry.isSymbolicLink()) await chown(file, owner.uid, owner.gid)
  }
  await chown(folder, owner.uid, owner.gid)
}
