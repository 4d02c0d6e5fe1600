/** The embedded PostgreSQL: one server process on one data folder, started and stopped by this Node process. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { MAX_CONNECTIONS } from '../connect.ts'
import { findBinaries, usableBinaries } from './binaries.ts'
import { createCluster, type EmbeddedServer, finishPassword, serveCluster, urlOf } from './cluster.ts'
import {
  clusterFolder,
  inspect,
  lockFolder,
  ownerOf,
  passwordFile,
  prepareDataDir,
  StartError,
  transferOwnership,
} from './data-folder.ts'
import { readPidFile } from './process.ts'

export type { EmbeddedServer } from './cluster.ts'
export { resolveDataDir, StartError } from './data-folder.ts'

export type OpenOptions = {
  /** The data folder; created if missing. Open the database before anything else is written into a new one. */
  dataDir: string
  /** Receives whole sentences, without secrets, for the person who reads the server's output. */
  log: (sentence: string) => void
  /** Called each time PostgreSQL exits by itself, with a sentence that describes how. `restart()` starts it again. */
  onExit?: (reason: string) => void
  /** PostgreSQL's `max_connections`; by default what Masa needs. */
  maxConnections?: number
}

export function hasDatabase(dataDir: string): boolean {
  return existsSync(clusterFolder(path.resolve(dataDir)))
}

/**
 * Opens the database of a data folder and creates it at the first start. Stops a PostgreSQL that a killed Masa left
 * running, starts PostgreSQL and resolves once it answers `select 1`. Throws a StartError whose message is meant for
 * people; then no process is left running and no existing file was changed.
 */
export async function openEmbedded({
  dataDir,
  log,
  onExit,
  maxConnections = MAX_CONNECTIONS,
}: OpenOptions): Promise<EmbeddedServer> {
  const requested = path.resolve(dataDir)
  const installed = await findBinaries()
  await inspect(requested, installed.major)
  const owner = await ownerOf(clusterFolder(requested))
  const folder = await prepareDataDir(requested, owner)
  const lock = await lockFolder(folder)
  try {
    const binaries = await usableBinaries(installed, folder, owner)
    // Inspect again: before the lock was held, another start may have been creating the cluster.
    if ((await inspect(folder, installed.major)) === 'none') {
      log(`Creating a new database in ${folder}.`)
      await createCluster(binaries, folder, owner)
    } else if (!existsSync(passwordFile(folder))) {
      await finishPassword(folder)
    }
    await transferOwnership(owner, clusterFolder(folder))
    return await serveCluster({ binaries, dataDir: folder, owner, maxConnections, log }, lock, onExit)
  } catch (error) {
    lock.release()
    if (error instanceof StartError) throw error
    throw new StartError('start-failed', `The data folder ${folder} cannot be used: ${String(error)}.`, {
      cause: error,
    })
  }
}

/**
 * The URL of the database that another Masa serves from this folder; undefined while it accepts no connections. Call it
 * after `openEmbedded` has refused the folder as `folder-in-use`: only then the URL is that of a running Masa.
 */
export async function runningUrl(dataDir: string): Promise<string | undefined> {
  const file = await readPidFile(clusterFolder(dataDir))
  if (!file?.ready) return undefined
  return urlOf(file.port, (await readFile(passwordFile(dataDir), 'utf8')).trim())
}
