import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { clusterFolder, isOurs, passwordFile } from './layout.ts'
import { errorCode, StartError } from './start-error.ts'

// What every cluster has; without one of them PostgreSQL cannot open it, or would begin something new.
const NEEDED = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact', 'postgresql.conf', 'pg_hba.conf']
const NOBODYS = /^(\.|lost\+found$)/

/**
 * Looks at a data folder without touching it: does it hold a cluster that this major version opens, or nothing yet?
 * Anything else is a StartError that names the folder and what to do: `foreign-folder`, `other-major`,
 * `damaged-folder`.
 */
export async function inspect(dataDir: string, major: number): Promise<'cluster' | 'none'> {
  const cluster = clusterFolder(dataDir)
  await refuseForeign(dataDir)
  if ((await entriesOf(cluster)).length === 0) {
    refuseLost(dataDir, cluster)
    return 'none'
  }
  await refuseOther(cluster, major)
  const lost = NEEDED.filter((file) => !existsSync(path.join(cluster, file)))
  if (lost.length > 0) throw damaged(cluster, `${lost.join(', ')} missing`)
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

function refuseLost(dataDir: string, cluster: string): void {
  if (!existsSync(passwordFile(dataDir))) return
  throw new StartError(
    'damaged-folder',
    `The database folder ${cluster} is gone, although ${passwordFile(dataDir)} shows that it was there. ` +
      'Nothing was changed. Put it back (is a disk not mounted?), or remove that file to begin with an empty database.',
  )
}

/** Refuses, with a StartError (`foreign-folder`), a folder that holds things and none of Masa's. */
export async function refuseForeign(dataDir: string): Promise<void> {
  const found = (await entriesOf(dataDir)).filter((name) => !NOBODYS.test(name))
  if (found.includes('PG_VERSION')) {
    const text = `${dataDir} is itself a PostgreSQL data folder. Give Masa a DATA_DIR of its own.`
    throw new StartError('foreign-folder', text)
  }
  if (found.length === 0 || found.some(isOurs)) return
  throw new StartError(
    'foreign-folder',
    `The data folder ${dataDir} holds other things (${found.slice(0, 3).join(', ')}…) and no data of Masa. ` +
      'Nothing was changed. Set DATA_DIR to an empty or new folder.',
  )
}

async function refuseOther(cluster: string, major: number): Promise<void> {
  const text = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (text === undefined) throw damaged(cluster, 'PG_VERSION missing')
  const found = text.trim()
  if (!/^\d+(\.\d+)?$/.test(found)) throw damaged(cluster, 'PG_VERSION unreadable')
  if (found === String(major)) return
  throw new StartError(
    'other-major',
    `The database folder ${cluster} was made by PostgreSQL ${found}; this Masa brings PostgreSQL ${major}, ` +
      'which cannot open it. Nothing was changed. Start the version of Masa that made it and export a backup there, ' +
      'then restore that backup into this version with a new DATA_DIR.',
  )
}

function damaged(cluster: string, what: string): StartError {
  return new StartError(
    'damaged-folder',
    `The database folder ${cluster} is damaged or not one of Masa's (${what}). Nothing was changed. ` +
      'Put the folder back from a copy, or set DATA_DIR to a new folder and restore a backup there.',
  )
}
