import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { refuseForeign } from './cluster.ts'
import { clusterFolder } from './layout.ts'
import { isRoot, type Owner, ownerOf } from './owner.ts'
import { deepestExisting, firstClosedTo } from './permissions.ts'
import { errorCode, StartError } from './start-error.ts'

const CLONE = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '')

/** The place of data folders whose clone PostgreSQL's user cannot reach, for example a clone in root's home. */
export function movedFolder(clone: string, fallback: string, home = '/var/lib/masa'): string {
  const hash = createHash('sha256').update(clone).digest('hex').slice(0, 12)
  const inside = path.relative(clone, path.resolve(clone, fallback))
  return path.join(home, hash, inside.startsWith('..') ? path.basename(fallback) : inside)
}

/**
 * Makes the folder, if it isn't there, and lets PostgreSQL's user pass through it (0711 on what is ours: this folder
 * and what had to be made above it; folders that were there before are left alone). Answers its real path; throws a
 * StartError that names what stands in the way.
 */
export async function prepareDataDir(folder: string, owner: Owner): Promise<string> {
  try {
    const existing = await deepestExisting(folder)
    const whole = existing === (await realpath(folder).catch(() => undefined))
    const barrier = await firstClosedTo(whole ? path.dirname(existing) : existing, owner)
    if (barrier !== undefined) throw impassable(folder, barrier)
    const first = await mkdir(folder, { recursive: true, mode: 0o711 })
    const real = await realpath(folder)
    if (owner !== undefined) await letPass(real, first === undefined ? real : await realpath(first))
    const still = await firstClosedTo(real, owner)
    if (still !== undefined) throw impassable(folder, still)
    return real
  } catch (error) {
    if (error instanceof StartError) throw error
    const code = errorCode(error)
    const why = code === 'EEXIST' || code === 'ENOTDIR' ? 'something on this path is not a folder' : String(error)
    throw new StartError('unreachable-folder', `The data folder ${folder} cannot be created: ${why}.`, { cause: error })
  }
}

// From the data folder up to the uppermost folder that this start made; a umask of 077 would have closed them.
async function letPass(from: string, upTo: string): Promise<void> {
  for (let at = from; at.length >= upTo.length; at = path.dirname(at)) {
    const { uid, mode } = await stat(at)
    if (uid === process.getuid?.() && (mode & 0o011) !== 0o011) await chmod(at, (mode & 0o777) | 0o711)
  }
}

function impassable(folder: string, barrier: string): StartError {
  return new StartError(
    'unreachable-folder',
    `The data folder ${folder} cannot be used: as root, Masa runs its PostgreSQL as a user without rights, ` +
      `who may not pass through ${barrier}. Set DATA_DIR to a folder elsewhere (for example below /var/lib/masa), ` +
      `or allow it with: chmod o+x ${barrier}`,
  )
}

type Resolve = {
  /** DATA_DIR as it was given, relative to the working folder; undefined or empty when it wasn't. */
  given: string | undefined
  /** The default, relative to the clone (`data/demo`). */
  fallback: string
  log: (sentence: string) => void
  /** For tests: the clone's path and the place of moved folders. */
  clone?: string
  home?: string
}

/**
 * The data folder to use, absolute; it exists afterwards, and PostgreSQL's user can reach it. A default inside a clone
 * that this user cannot reach moves to /var/lib/masa/<hash of the clone's path>/…, said in one line. Throws a
 * StartError (`unreachable-folder`) when the given folder cannot be made passable, or when the default one already
 * holds data but became unreachable; and (`foreign-folder`) when the given one holds other things.
 */
export async function resolveDataDir({ given, fallback, log, clone = CLONE, home }: Resolve): Promise<string> {
  const wanted = given ? path.resolve(given) : path.resolve(clone, fallback)
  if (given) await refuseForeign(wanted)
  const owner = await ownerOf(clusterFolder(wanted))
  if (given || !isRoot()) return prepareDataDir(wanted, owner)
  const moved = movedFolder(clone, fallback, home)
  const barrier = await firstClosedTo(path.dirname(wanted), owner)
  const here = existsSync(clusterFolder(wanted))
  // Where data exists, it stays in use: a change of rights must not open an empty restaurant.
  if (here || (barrier === undefined && !existsSync(clusterFolder(moved)))) return prepareDataDir(wanted, owner)
  const why = barrier === undefined ? 'it has been there before' : `PostgreSQL's user cannot pass through ${barrier}`
  log(`The data is kept in ${moved}: ${why}.`)
  return prepareDataDir(moved, await ownerOf(clusterFolder(moved)))
}
