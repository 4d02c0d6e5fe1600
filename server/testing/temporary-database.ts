import { chmod, mkdtemp, realpath, rm, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { firstFolderClosedTo, isRoot, NOBODY } from '../db/embedded/data-folder.ts'
import { type EmbeddedServer, openEmbedded } from '../db/embedded/index.ts'
import { BARE_ENVIRONMENT } from '../db/embedded/process.ts'
import { MOVED_CLOCK } from './process.ts'
import { within } from './within.ts'

// PostgreSQL has the clock of the tests.
Object.assign(BARE_ENVIRONMENT, MOVED_CLOCK)

/** An embedded server in a temporary folder, which `close()` deletes. */
export async function openTemporary(connections = 60): Promise<EmbeddedServer> {
  const dataDir = await temporaryFolder()
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  try {
    const opening = openEmbedded({ dataDir, log: () => {}, settings: { max_connections: connections } })
    const server = await within(240, () => `PostgreSQL to open ${dataDir}`, opening)
    return {
      get url() {
        return server.url
      },
      get pid() {
        return server.pid
      },
      close: () => server.close().then(remove),
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The environment variable with the folder of the tests' databases, for workers. */
const BASE = 'TEST_DATABASES_FOLDER'
const MIN_MEMORY_BYTES = 2 * 1024 ** 3

/** Stores the databases of this run in memory if possible, because creating their files on a disk is slow. */
export async function keepDatabasesInMemory(): Promise<void> {
  const memory = '/dev/shm'
  const { bavail = 0, bsize = 0 } = await statfs(memory).catch(() => ({}) as { bavail?: number; bsize?: number })
  if (process.platform === 'linux' && bavail * bsize >= MIN_MEMORY_BYTES) process.env[BASE] ??= memory
}

/** Creates a temporary folder that PostgreSQL's user can enter. */
export async function temporaryFolder(): Promise<string> {
  const configured = await realpath(process.env[BASE] ?? os.tmpdir())
  // TMPDIR may be within root's home.
  const barrier = isRoot() ? firstFolderClosedTo(configured, NOBODY) : undefined
  const folder = await mkdtemp(path.join(barrier === undefined ? configured : '/tmp', 'masa-database-'))
  await chmod(folder, 0o711)
  return folder
}
