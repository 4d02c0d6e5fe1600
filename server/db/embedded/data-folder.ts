import { createHash } from 'node:crypto'
import { existsSync, type Stats } from 'node:fs'
import { chmod, chown, lstat, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { errorCode } from '#server/platform/files/store.ts'

/** Why a start failed; stable codes for callers and tests. */
export type StartProblem =
  | 'no-binaries'
  | 'cannot-run'
  | 'unreachable-folder'
  | 'folder-in-use'
  | 'foreign-folder'
  | 'other-major'
  | 'damaged-folder'
  | 'start-failed'

/** The embedded database cannot start. The message is whole sentences for the person who started the server. */
export class StartError extends Error {
  override readonly name = 'StartError'
  readonly problem: StartProblem

  constructor(problem: StartProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** PostgreSQL's cluster in a data folder. The names of other files of PostgreSQL there begin with `postgres` too. */
export function clusterFolder(dataDir: string): string {
  return path.join(dataDir, 'postgres')
}

/** The file with the password of the database's owner; its name ends in `.new` until the cluster is complete. */
export function passwordFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.password')
}

/** PostgreSQL's log. Older entries are in a file of the same name with `.1` appended. */
export function logFileOf(dataDir: string): string {
  return path.join(dataDir, 'postgres.log')
}

/** The file on which a running Masa holds a lock. */
function lockFile(dataDir: string): string {
  return path.join(dataDir, 'masa.lock')
}

/** Whether a name is that of a file or folder that Masa creates in its data folder. */
function isOurs(name: string): boolean {
  return /^(masa\.lock|owner-password|pictures|staff-password|postgres([.-].*)?)$/.test(name)
}

const CLONE = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '')

/** The data folder to use if PostgreSQL's user cannot enter the clone, for example one in root's home. */
export function movedFolder(clone: string, fallback: string, home = '/var/lib/masa'): string {
  const hash = createHash('sha256').update(clone).digest('hex').slice(0, 12)
  const inside = path.relative(clone, path.resolve(clone, fallback))
  return path.join(home, hash, inside.startsWith('..') ? path.basename(fallback) : inside)
}

/**
 * Creates the folder if it is missing and lets PostgreSQL's user enter it: mode 0711 on this folder and on the parents
 * that had to be created; existing parents are not changed. Returns its real path; throws a StartError that names the
 * obstacle.
 */
export async function prepareDataDir(folder: string, owner: Owner): Promise<string> {
  try {
    const existing = await deepestExisting(folder)
    const exists = existing === (await realpath(folder).catch(() => undefined))
    const barrier = await firstFolderClosedTo(exists ? path.dirname(existing) : existing, owner)
    if (barrier !== undefined) throw cannotEnter(folder, barrier)
    const firstCreated = await mkdir(folder, { recursive: true, mode: 0o711 })
    const realFolder = await realpath(folder)
    if (owner !== undefined)
      await letEnter(realFolder, firstCreated === undefined ? realFolder : await realpath(firstCreated))
    const remainingBarrier = await firstFolderClosedTo(realFolder, owner)
    if (remainingBarrier !== undefined) throw cannotEnter(folder, remainingBarrier)
    return realFolder
  } catch (error) {
    if (error instanceof StartError) throw error
    const code = errorCode(error)
    const why = code === 'EEXIST' || code === 'ENOTDIR' ? 'something on this path is not a folder' : String(error)
    throw new StartError('unreachable-folder', `The data folder ${folder} cannot be created: ${why}.`, { cause: error })
  }
}

// Lets other users enter the data folder and its parents up to the first one that this start created: a umask of 077
// has closed them.
async function letEnter(from: string, upTo: string): Promise<void> {
  for (let folder = from; folder.length >= upTo.length; folder = path.dirname(folder)) {
    const { uid, mode } = await stat(folder)
    if (uid === process.getuid?.() && (mode & 0o011) !== 0o011) await chmod(folder, (mode & 0o777) | 0o711)
  }
}

function cannotEnter(folder: string, barrier: string): StartError {
  return new StartError(
    'unreachable-folder',
    `The data folder ${folder} cannot be used: as root, Masa runs its PostgreSQL as a user without rights, ` +
      `who may not pass through ${barrier}. Set DATA_DIR to a folder elsewhere (for example below /var/lib/masa), ` +
      `or allow it with: chmod o+x ${barrier}`,
  )
}

type ResolveOptions = {
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
 * it. If that user cannot enter the clone, the default folder moves to /var/lib/masa/<hash of the clone's path>/…, and
 * one line is logged. Throws a StartError: `unreachable-folder` if the given folder cannot be made accessible, or if
 * the default one contains data but has become inaccessible; `foreign-folder` if the given one contains other files.
 */
export async function resolveDataDir({
  configured,
  fallback,
  log,
  clone = CLONE,
  home,
}: ResolveOptions): Promise<string> {
  const requested = configured ? path.resolve(configured) : path.resolve(clone, fallback)
  if (configured) await refuseForeign(requested)
  const owner = await ownerOf(clusterFolder(requested))
  if (configured || !isRoot()) return prepareDataDir(requested, owner)
  const moved = movedFolder(clone, fallback, home)
  const barrier = await firstFolderClosedTo(path.dirname(requested), owner)
  const hasData = existsSync(clusterFolder(requested))
  // Existing data stays in use: a change of rights must not open an empty restaurant.
  if (hasData || (barrier === undefined && !existsSync(clusterFolder(moved)))) return prepareDataDir(requested, owner)
  const why = barrier === undefined ? 'it has been there before' : `PostgreSQL's user cannot pass through ${barrier}`
  log(`The data is kept in ${moved}: ${why}.`)
  return prepareDataDir(moved, await ownerOf(clusterFolder(moved)))
}

// Files that every cluster has; without one of them PostgreSQL cannot open it, or would start afresh.
const REQUIRED_FILES = [
  'PG_VERSION',
  'global/pg_control',
  'base',
  'pg_wal',
  'pg_xact',
  'postgresql.conf',
  'pg_hba.conf',
]
const IGNORED_NAMES = /^(\.|lost\+found$)/

/**
 * Inspects a data folder without changing it. Returns whether it contains a cluster that this major version can open,
 * or nothing yet. Otherwise throws a StartError that names the folder and the remedy: `foreign-folder`, `other-major`,
 * `damaged-folder` or `unreachable-folder`.
 */
export async function inspect(dataDir: string, major: number): Promise<'cluster' | 'none'> {
  const cluster = clusterFolder(dataDir)
  await refuseForeign(dataDir)
  if ((await entriesOf(cluster)).length === 0) {
    refuseMissingCluster(dataDir, cluster)
    return 'none'
  }
  await refuseOtherMajor(cluster, major)
  const missing = REQUIRED_FILES.filter((file) => !existsSync(path.join(cluster, file)))
  if (missing.length > 0) throw damaged(cluster, `${missing.join(', ')} missing`)
  if (!existsSync(passwordFile(dataDir)) && !existsSync(`${passwordFile(dataDir)}.new`)) {
    throw damaged(cluster, `its password ${passwordFile(dataDir)} missing`)
  }
  return 'cluster'
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return []
    if (code === 'EACCES' || code === 'EPERM') {
      const { uid } = await stat(folder).catch(() => ({ uid: 'another' }))
      throw new StartError(
        'unreachable-folder',
        `${folder} belongs to another user (${uid}). Start Masa as that one or as root, or set another DATA_DIR.`,
      )
    }
    throw new StartError('foreign-folder', `${folder} is not a folder that can be read: ${String(error)}.`)
  }
}

function refuseMissingCluster(dataDir: string, cluster: string): void {
  if (!existsSync(passwordFile(dataDir))) return
  throw new StartError(
    'damaged-folder',
    `The database folder ${cluster} is gone, although ${passwordFile(dataDir)} shows that it was there. ` +
      'Nothing was changed. Put it back (is a disk not mounted?), or remove that file to begin with an empty database.',
  )
}

/** Throws a StartError (`foreign-folder`) for a folder that contains files but none of Masa's. */
async function refuseForeign(dataDir: string): Promise<void> {
  const names = (await entriesOf(dataDir)).filter((name) => !IGNORED_NAMES.test(name))
  if (names.includes('PG_VERSION')) {
    const text = `${dataDir} is itself a PostgreSQL data folder. Give Masa a DATA_DIR of its own.`
    throw new StartError('foreign-folder', text)
  }
  if (names.length === 0 || names.some(isOurs)) return
  throw new StartError(
    'foreign-folder',
    `The data folder ${dataDir} holds other things (${names.slice(0, 3).join(', ')}…) and no data of Masa. ` +
      'Nothing was changed. Set DATA_DIR to an empty or new folder.',
  )
}

async function refuseOtherMajor(cluster: string, major: number): Promise<void> {
  const text = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (text === undefined) throw damaged(cluster, 'PG_VERSION missing')
  const version = text.trim()
  if (!/^\d+(\.\d+)?$/.test(version)) throw damaged(cluster, 'PG_VERSION unreadable')
  if (version === String(major)) return
  throw new StartError(
    'other-major',
    `The database folder ${cluster} was made by PostgreSQL ${version}; this Masa brings PostgreSQL ${major}, ` +
      'which cannot open it. Nothing was changed. Start the version of Masa that made it and export a backup there, ' +
      'then restore that backup into this version with a new DATA_DIR.',
  )
}

function damaged(cluster: string, defect: string): StartError {
  return new StartError(
    'damaged-folder',
    `The database folder ${cluster} is damaged or not one of Masa's (${defect}). Nothing was changed. ` +
      'Put the folder back from a copy, or set DATA_DIR to a new folder and restore a backup there.',
  )
}

const SQLITE_BUSY = 5
const MAX_RETRIES = 10
// References to the held locks: a lock that is garbage-collected is released.
const heldLocks = new Set<object>()

export type Lock = { release(): void }

/**
 * Locks the data folder for this process. The lock is SQLite's on an empty file, because that is a file lock of the
 * operating system on every platform: it is released however the process ends, so that a dead Masa never blocks a
 * start. Unlike an advisory lock of PostgreSQL it also holds while PostgreSQL does not run. Nothing else in this
 * process may open that file: closing it would release the lock. Retries for about a second, in case another Masa is
 * just stopping; then throws a StartError (`folder-in-use`).
 */
export async function lockFolder(dataDir: string): Promise<Lock> {
  const { DatabaseSync } = await import('node:sqlite')
  const file = lockFile(dataDir)
  for (let tries = 0; ; tries += 1) {
    let database: InstanceType<typeof DatabaseSync> | undefined
    try {
      database = new DatabaseSync(file, { timeout: 0 })
      // Otherwise SQLite would create a journal file beside the lock.
      database.exec('PRAGMA journal_mode = MEMORY')
      database.exec('BEGIN EXCLUSIVE')
      return hold(database)
    } catch (error) {
      database?.close()
      if (!isBusy(error)) {
        throw new StartError('start-failed', `${file} cannot be locked: ${String(error)}.`, { cause: error })
      }
      if (tries === MAX_RETRIES) {
        throw new StartError(
          'folder-in-use',
          `Another Masa is running on ${dataDir}. Stop that one first, or give this one a DATA_DIR of its own.`,
        )
      }
      await sleep(100)
    }
  }
}

function hold(database: { close(): void }): Lock {
  heldLocks.add(database)
  const release = () => {
    if (heldLocks.delete(database)) database.close()
  }
  return { release }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

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
async function deepestExisting(folder: string): Promise<string> {
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
