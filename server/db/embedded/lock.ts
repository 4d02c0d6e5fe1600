import { setTimeout as sleep } from 'node:timers/promises'
import { lockFile } from './layout.ts'
import { StartError } from './start-error.ts'

const BUSY = 5
// A lock that nobody refers to any more would be collected as garbage, and so let go.
const held = new Set<object>()

/** A held lock; release it once. */
export type Lock = { release(): void }

/**
 * Holds the data folder for this process. The lock is SQLite's on an empty file: a real one of the operating system on
 * every platform, which it drops when the process ends in whatever way, so that a dead Masa never blocks a start; it
 * holds before PostgreSQL runs and while it is being restarted, which an advisory lock cannot. (Nothing else in this
 * process may open that file: closing it would drop the lock.) Tries for about a second, for a Masa that is just
 * ending; then throws a StartError (`folder-in-use`).
 */
export async function lockFolder(dataDir: string): Promise<Lock> {
  const { DatabaseSync } = await import('node:sqlite')
  const file = lockFile(dataDir)
  for (let tries = 0; ; tries += 1) {
    let database: InstanceType<typeof DatabaseSync> | undefined
    try {
      database = new DatabaseSync(file, { timeout: 0 })
      // Without it, a journal would lie beside the lock.
      database.exec('PRAGMA journal_mode = MEMORY')
      database.exec('BEGIN EXCLUSIVE')
      return hold(database)
    } catch (error) {
      database?.close()
      if (!isBusy(error)) {
        throw new StartError('start-failed', `${file} cannot be locked: ${String(error)}.`, { cause: error })
      }
      if (tries === 10) {
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
  held.add(database)
  const release = () => {
    if (held.delete(database)) database.close()
  }
  return { release }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY
}
