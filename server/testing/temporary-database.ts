import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type EmbeddedServer, type OpenOptions, openEmbedded } from '../db/embedded/index.ts'
import { firstFolderClosedTo, isRoot } from '../db/embedded/owner.ts'

/**
 * Starts an embedded server for tests in a new temporary folder, which `close()` deletes. Accepts 60 connections by
 * default.
 */
export async function openTemporary(options: Partial<Omit<OpenOptions, 'dataDir'>> = {}): Promise<EmbeddedServer> {
  const dataDir = await temporaryFolder()
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  try {
    const server = await openEmbedded({ maxConnections: 60, log: () => undefined, ...options, dataDir })
    return {
      get url() {
        return server.url
      },
      get pid() {
        return server.pid
      },
      restart: () => server.restart(),
      close: () => server.close().then(remove),
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Creates a temporary folder that PostgreSQL's user can enter. */
export async function temporaryFolder(): Promise<string> {
  const configured = await realpath(os.tmpdir())
  // TMPDIR may be in root's home.
  const barrier = isRoot() ? await firstFolderClosedTo(configured, { uid: 65534, gid: 65534 }) : undefined
  const folder = await mkdtemp(path.join(barrier === undefined ? configured : '/tmp', 'masa-database-'))
  await chmod(folder, 0o711)
  return folder
}
