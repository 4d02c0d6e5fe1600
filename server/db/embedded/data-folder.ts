import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, type Stats } from 'node:fs'
import { chmod, chown, lstat, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCode } from '#server/platform/files/store.ts'

/** The embedded database cannot start. The message is whole sentences for the person who started the server. */
export class StartError extends Error {}

/** Another Masa uses the data folder. */
export class FolderInUse extends StartError {}

/** PostgreSQL's cluster in a data folder. The names of other files of PostgreSQL there begin with `postgres` too. */
export const clusterFolder = (dataDir: string): string => path.join(dataDir, 'postgres')

/** The file with the password of the database's owner. */
export const passwordFile = (dataDir: string): string => path.join(dataDir, 'postgres.password')

const LOCK_FILE = 'masa.lock'

/** The user that PostgreSQL runs as; undefined for the user that Node runs as. */
export type Owner = { uid: number; gid: number } | undefined

// 65534 is the user "nobody" on every system and needs no entry in /etc/passwd.
export const NOBODY = { uid: 65534, gid: 65534 }

/** Whether Node runs as root. PostgreSQL refuses to run as root. */
export const isRoot = (): boolean => process.getuid?.() === 0

/** Who runs PostgreSQL if Node runs as root: the owner of the cluster or data folder, "nobody" for root's. */
export async function ownerOf(dataDir: string): Promise<Owner> {
  if (!isRoot()) return undefined
  const status = await lstat(clusterFolder(dataDir)).catch(() => lstat(dataDir).catch(() => undefined))
  return status === undefined || status.uid === 0 ? NOBODY : { uid: status.uid, gid: status.gid }
}

const CLONE = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

interface ResolveOptions {
  /** The setting DATA_DIR, relative to the working folder; undefined or empty if not set. */
  configured: string | undefined
  /** The default folder, relative to the clone (`data/demo`). */
  fallback: string
  log: (sentence: string) => void
  /** For tests: the clone's path and the parent of moved folders. */
  clone?: string
  home?: string
}

/**
 * Returns the absolute path of the data folder to use; the folder exists afterwards, and PostgreSQL's user can enter
 * it. If that user cannot enter the clone, as in the home of root, the default folder is one below /var/lib/masa.
 * @throws StartError
 */
export async function resolveDataDir({
  configured,
  fallback,
  log,
  clone = CLONE,
  home = '/var/lib/masa',
}: ResolveOptions): Promise<string> {
  const requested = configured ? path.resolve(configured) : path.resolve(clone, fallback)
  // Existing data stays in use: a change of rights must not open an empty restaurant.
  if (configured || !isRoot() || existsSync(clusterFolder(requested))) return prepareDataDir(requested)
  const hash = createHash('sha256').update(clone).digest('hex').slice(0, 12)
  const moved = path.join(home, hash, path.basename(fallback))
  const barrier = await firstFolderClosedTo(path.dirname(requested), NOBODY)
  if (barrier === undefined && !existsSync(clusterFolder(moved))) return prepareDataDir(requested)
  const why = barrier === undefined ? 'it has been there before' : `PostgreSQL's user cannot pass through ${barrier}`
  log(`The data is kept in ${moved}: ${why}.`)
  return prepareDataDir(moved)
}

/** Creates the folder if it is missing, and lets PostgreSQL's user enter it. @returns its real path @throws StartError */
export async function prepareDataDir(folder: string): Promise<string> {
  try {
    const owner = await ownerOf(folder)
    await refuseClosed(path.dirname(folder), folder, owner)
    // A mask of 077 would close the folders to PostgreSQL's user.
    const mask = process.umask(0o066)
    try {
      mkdirSync(folder, { recursive: true, mode: 0o711 })
    } finally {
      process.umask(mask)
    }
    const real = await realpath(folder)
    const { uid, mode } = await stat(real)
    const names = await readdir(real)
    if (owner && uid === 0 && (names.length === 0 || names.includes(LOCK_FILE)))
      await chmod(real, (mode & 0o777) | 0o11)
    await refuseClosed(real, folder, owner)
    return real
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The data folder ${folder} cannot be used: ${String(error)}.`, { cause: error })
  }
}

async function refuseClosed(entered: string, dataDir: string, owner: Owner): Promise<void> {
  const barrier = owner && (await firstFolderClosedTo(entered, owner))
  if (barrier !== undefined)
    throw new StartError(
      `The data folder ${dataDir} cannot be used: as root, Masa runs its PostgreSQL as a user without rights, ` +
        `who may not pass through ${barrier}. Set DATA_DIR to a folder elsewhere (for example below /var/lib/masa), ` +
        `or allow it with: chmod o+x ${barrier}`,
    )
}

/** The first existing folder on the path, from the root down to `folder`, that the owner may not enter. */
export async function firstFolderClosedTo(folder: string, owner: NonNullable<Owner>): Promise<string | undefined> {
  const parent = path.dirname(folder)
  const closed = parent === folder ? undefined : await firstFolderClosedTo(parent, owner)
  if (closed !== undefined) return closed
  const status = await stat(folder).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
    return undefined
  })
  return status === undefined || mayEnter(status, owner) ? undefined : folder
}

function mayEnter({ uid, gid, mode }: Stats, owner: NonNullable<Owner>): boolean {
  const shift = uid === owner.uid ? 6 : gid === owner.gid ? 3 : 0
  return ((mode >> shift) & 1) !== 0
}

/** Gives a cluster that root has restored from a copy to PostgreSQL's user, who must be the only one with rights. */
export async function takeOver(cluster: string, owner: Owner): Promise<void> {
  const { uid, mode } = await lstat(cluster)
  if ((mode & 0o027) !== 0) await chmod(cluster, 0o700)
  if (owner === undefined || uid === owner.uid) return
  // The target of a link may be outside the folder, so its owner is not changed.
  for (const entry of await readdir(cluster, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) await chown(path.join(entry.parentPath, entry.name), owner.uid, owner.gid)
  // The folder itself changes last, so that an interrupted run is detected and repeated.
  await chown(cluster, owner.uid, owner.gid)
}

interface Lock {
  release(): void
}

/**
 * Locks the data folder for this process. The lock is SQLite's on an empty file, because that is a file lock of the
 * operating system, which is released however the process ends. Nothing else in this process may open that file:
 * closing it would release the lock. Waits for a second, in case another Masa is just stopping.
 * @throws FolderInUse
 */
export async function lockFolder(dataDir: string): Promise<Lock> {
  const { DatabaseSync } = await import('node:sqlite')
  const file = new DatabaseSync(path.join(dataDir, LOCK_FILE), { timeout: 1_000 })
  try {
    // Otherwise SQLite would create a journal file beside the lock.
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (cause) {
    file.close()
    throw new FolderInUse(
      `Another Masa is running on ${dataDir}. Stop that one first, or give this one a DATA_DIR of its own.`,
      { cause },
    )
  }
  // A lock that is garbage-collected would be released.
  held.add(file)
  return { release: () => void (held.delete(file) && file.close()) }
}

const held = new Set<object>()
