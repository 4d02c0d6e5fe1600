/** The embedded PostgreSQL: one server process on one data folder, started and ended by this Node. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { findBinaries } from './binaries.ts'
import { inspect } from './cluster.ts'
import { createCluster, finishPassword } from './create-cluster.ts'
import { prepareDataDir } from './data-folder.ts'
import { clusterFolder, passwordFile } from './layout.ts'
import { lockFolder } from './lock.ts'
import { usableBinaries } from './native-files.ts'
import { giveTo, ownerOf } from './owner.ts'
import { type EmbeddedServer, serve } from './server.ts'
import { StartError } from './start-error.ts'

export { resolveDataDir } from './data-folder.ts'
export { runningUrl } from './running.ts'
export type { EmbeddedServer } from './server.ts'
export { StartError } from './start-error.ts'

export type OpenOptions = {
  /** The data folder; made when missing. Open the database before anything else is written into a new one. */
  dataDir: string
  /** Takes whole sentences for the person who reads the server's output; no secrets in them. */
  log: (sentence: string) => void
  /** Called each time PostgreSQL ends by itself, with a sentence that says how. Call `restart()` to have it again. */
  onExit?: (reason: string) => void
  /** PostgreSQL's `max_connections`; 20 by default. */
  maxConnections?: number
}

/** Whether a data folder holds a database. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(clusterFolder(path.resolve(dataDir)))
}

/**
 * Opens the database of a data folder, making it at the first start: stops what a killed Masa left running, starts
 * PostgreSQL and answers once `select 1` does. Throws a StartError whose message is meant for people; then nothing
 * runs, and nothing that was in the folder has been changed.
 */
export async function openEmbedded({
  dataDir,
  log,
  onExit,
  maxConnections = 20,
}: OpenOptions): Promise<EmbeddedServer> {
  const given = path.resolve(dataDir)
  const found = await findBinaries()
  await inspect(given, found.major)
  const owner = await ownerOf(clusterFolder(given))
  const folder = await prepareDataDir(given, owner)
  const lock = await lockFolder(folder)
  try {
    const binaries = await usableBinaries(found, folder, owner)
    // Again: what was seen before the lock was held may have been another start at work.
    if ((await inspect(folder, found.major)) === 'none') {
      log(`Creating a new database in ${folder}.`)
      await createCluster(binaries, folder, owner)
    } else if (!existsSync(passwordFile(folder))) {
      await finishPassword(folder)
    }
    await giveTo(owner, clusterFolder(folder))
    return await serve({ binaries, dataDir: folder, owner, maxConnections, log }, lock, onExit)
  } catch (error) {
    lock.release()
    if (error instanceof StartError) throw error
    throw new StartError('start-failed', `The data folder ${folder} cannot be used: ${String(error)}.`, {
      cause: error,
    })
  }
}
