import { readFile } from 'node:fs/promises'
import { clusterFolder, passwordFile } from './layout.ts'
import { urlOf } from './open-database.ts'
import { readPidFile } from './signals.ts'

/**
 * The address of the database that another Masa serves from this folder; undefined while it takes no connections. Ask
 * after `openEmbedded` has refused the folder as `folder-in-use`: only then the address is that of a living Masa.
 */
export async function runningUrl(dataDir: string): Promise<string | undefined> {
  const file = await readPidFile(clusterFolder(dataDir))
  if (!file?.ready) return undefined
  return urlOf(file.port, (await readFile(passwordFile(dataDir), 'utf8')).trim())
}
