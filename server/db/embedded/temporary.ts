import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type EmbeddedServer, type OpenOptions, openEmbedded } from './index.ts'
import { isRoot } from './owner.ts'
import { firstClosedTo } from './permissions.ts'

/**
 * An embedded server for tests, in a fresh folder below the system's temporary one that goes when it is closed. Up to
 * 60 connections unless said otherwise.
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

/** A fresh folder that PostgreSQL's user can reach. */
export async function temporaryFolder(): Promise<string> {
  const own = await realpath(os.tmpdir())
  // TMPDIR may lie in root's home.
  const barrier = isRoot() ? await firstClosedTo(own, { uid: 65534, gid: 65534 }) : undefined
  const folder = await mkdtemp(path.join(barrier === undefined ? own : '/tmp', 'masa-database-'))
  await chmod(folder, 0o711)
  return folder
}
