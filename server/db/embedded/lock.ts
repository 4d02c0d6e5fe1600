import { setTimeout as sleep } from 'node:timers/promises'
import { lockFile } from './data-folder.ts'
import { StartError } from './start-error.ts'

const SQLITE_BUSY = 5
const MAX_RETRIES = 10
// References to the held locks: a lock that is garbage-collected is released.
const heldLocks = new Set<object>()

export type Lock = { release(): void }

/**
 * Locks the data folder for this process. The lock is SQLite's on an empty file, because that is a file lock of the
 * operating system on every platform: it is released however the process ends, so that a dead Masa never blocks a
 * start. Unlike an advisory lock of PostgreSQL it also holds while PostgreSQL does not run. Nothing else in this
 * process may open that file: closing it would release the lock. Retries for about a second, in case another Masa is
 * just stopping; then throws a StartError (`folder-in-use`).
 */
export async function lockFolder(dataDir: string): Promise<Lock> {
  const { DatabaseSync } = await import('node:sqlite')
  const file = lockFile(dataDir)
  for (let tries = 0; ; tries += 1) {
    let database: InstanceType<typeof DatabaseSync> | undefined
    try {
      database = new DatabaseSync(file, { timeout: 0 })
      // Otherwise SQLite would create a journal file beside the lock.
      database.exec('PRAGMA journal_mode = MEMORY')
      database.exec('BEGIN EXCLUSIVE')
      return hold(database)
    } catch (error) {
      database?.close()
      if (!isBusy(error)) {
        throw new StartError('start-failed', `${file} cannot be locked: ${String(error)}.`, { cause: error })
      }
      if (tries === MAX_RETRIES) {
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
  heldLocks.add(database)
  const release = () => {
    if (heldLocks.delete(database)) database.close()
  }
  return { release }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
