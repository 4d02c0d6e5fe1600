import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { deepestExisting, firstFolderClosedTo, isRoot, type Owner, ownerOf } from './owner.ts'
import { errorCode, StartError } from './start-error.ts'

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
export function lockFile(dataDir: string): string {
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
