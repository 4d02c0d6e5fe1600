import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { chmod, lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The embedded database cannot start. The message is whole sentences for the person who started the server. */
export class StartError extends Error {}

/** Another Masa uses the data folder. */
export class FolderInUse extends StartError {}

/** PostgreSQL's cluster in a data folder. The names of other files of PostgreSQL there begin with `postgres` too. */
export const clusterFolder = (dataDir: string): string => path.join(dataDir, 'postgres')

export const hasDatabase = (dataDir: string): boolean => existsSync(clusterFolder(dataDir))

/** The user that PostgreSQL runs as; undefined for the user that Node runs as. */
export type Owner = { uid: number; gid: number } | undefined

// 65534 is the user "nobody" on every system and needs no entry in /etc/passwd.
export const NOBODY = { uid: 65534, gid: 65534 }

/** Whether Node runs as root. PostgreSQL refuses to run as root. */
export const isRoot = (): boolean => process.getuid?.() === 0

/** Who runs PostgreSQL if Node runs as root: the owner of the cluster or data folder, "nobody" for root's. */
export async function ownerOf(dataDir: string): Promise<Owner> {
  if (!isRoot()) return undefined
  const { uid, gid } = await lstat(clusterFolder(dataDir)).catch(() => lstat(dataDir).catch(() => NOBODY))
  return uid === 0 ? NOBODY : { uid, gid }
}

const CLONE = fileURLToPath(new URL('../../..', import.meta.url))

interface Where {
  /** DATA_DIR, relative to the working folder. */
  dataDir?: string | undefined
  databaseUrl?: string | undefined
}

/**
 * The path of the data folder, which may not exist yet: the configured one or the clone's. If PostgreSQL's user cannot
 * enter the clone, as in the home of root, it is a folder below /var/lib/masa.
 */
export function dataFolder(
  { dataDir, databaseUrl }: Where,
  isDemo: boolean,
  log: (sentence: string) => void = () => {},
  { clone = CLONE, home = '/var/lib/masa' } = {},
): string {
  const folder = path.resolve(dataDir ?? path.join(clone, 'data', isDemo ? 'demo' : 'restaurant'))
  const moved = path.join(home, folder)
  // Existing data stays in use: a change of rights must not open an empty restaurant.
  if (dataDir || databaseUrl || !isRoot() || hasDatabase(folder)) return folder
  if (!hasDatabase(moved) && firstFolderClosedTo(folder, NOBODY) === undefined) return folder
  log(`The data is kept in ${moved}, because PostgreSQL's user could not enter ${folder}.`)
  return moved
}

/** Creates the folder if it is missing. @returns its real path @throws StartError if PostgreSQL's user cannot enter it */
export async function prepareDataDir(folder: string): Promise<string> {
  const owner = await ownerOf(folder)
  const barrier = owner && firstFolderClosedTo(folder, owner)
  if (barrier !== undefined)
    throw new StartError(
      `The data folder ${folder} cannot be used: as root, Masa runs its PostgreSQL as a user without rights, ` +
        `who may not pass through ${barrier}. Set DATA_DIR to a folder elsewhere (for example below /var/lib/masa), ` +
        `or allow it with: chmod o+x ${barrier}`,
    )
  const first = mkdirSync(folder, { recursive: true })
  // A umask of 077 would close the created folders to PostgreSQL's user.
  for (let made = folder; first && made.startsWith(first); made = path.dirname(made)) chmodSync(made, 0o711)
  return realpath(folder)
}

/** The first existing folder on the path, from the root down to `folder`, that the owner may not enter. */
export function firstFolderClosedTo(folder: string, owner: NonNullable<Owner>): string | undefined {
  const parent = path.dirname(folder)
  const closed = parent === folder ? undefined : firstFolderClosedTo(parent, owner)
  const status = statSync(folder, { throwIfNoEntry: false })
  if (closed !== undefined || status === undefined) return closed
  const shift = status.uid === owner.uid ? 6 : status.gid === owner.gid ? 3 : 0
  return (status.mode >> shift) & 1 ? undefined : folder
}

/** Gives a cluster that root has restored from a copy to PostgreSQL's user, who must be the only one with rights. */
export async function takeOver(cluster: string, owner: Owner): Promise<void> {
  await chmod(cluster, 0o700)
  // chown changes the folder itself last, so that an interrupted run is repeated.
  if (owner && (await lstat(cluster)).uid !== owner.uid)
    await promisify(execFile)('chown', ['-hR', `${owner.uid}:${owner.gid}`, cluster])
}

/**
 * Locks the data folder for this process: SQLite's lock on an empty file is one of the operating system, which is
 * released however the process ends. Nothing else in this process may open that file: closing it would release the
 * lock. Waits for a second, in case another Masa is just stopping.
 * @throws FolderInUse
 */
export async function lockFolder(dataDir: string): Promise<{ close(): void }> {
  const { DatabaseSync } = await import('node:sqlite')
  const file = new DatabaseSync(path.join(dataDir, 'masa.lock'), { timeout: 1_000 })
  try {
    // Otherwise SQLite would create a journal file beside the lock.
    file.exec('pragma journal_mode = memory; begin exclusive')
    return file
  } catch (cause) {
    file.close()
    const text = `Another Masa is running on ${dataDir}. Stop that one first, or give this one a DATA_DIR of its own.`
    throw new FolderInUse(text, { cause })
  }
}
