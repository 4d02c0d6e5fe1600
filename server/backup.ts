/**
 * `npm run backup`: makes a backup, reads it back and checks it, while Masa serves or while it is stopped
 * (docs/operating.md#backups). Exits with 1 if it failed, so that a timer of the machine notices.
 */
import path from 'node:path'
import { formatBytes } from '#shared/i18n/format.ts'
import { readArguments, runCommand, UsageError, withDatabase } from './command.ts'
import { failureKind, UnsuitableDatabase } from './db/index.ts'
import { UnusableDatabase } from './explain.ts'
import { SERVER } from './modules/accounts/index.ts'
import { backupDirOf, beginBackup, DEFAULT_KEEP, describeFailure } from './modules/backups/index.ts'
import { openPictures } from './modules/pictures/index.ts'
import { AppError } from './platform/app-error.ts'
import { systemClock } from './platform/clock.ts'
import { createLog } from './platform/log.ts'

const USAGE = 'npm run backup takes no arguments; for the demo: npm run backup -- --demo'

runCommand(() =>
  withDatabase(readArguments(USAGE).isDemo, async ({ name, server }, config, dataDir) => {
    const dir = backupDirOf(config.backup, dataDir)
    const ending = new AbortController()
    const end = () => ending.abort(new Error('it was interrupted'))
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end)
    process.on('disconnect', end)
    const backups = {
      ...{ server, dir, clock: systemClock, keep: config.backup.keep ?? DEFAULT_KEEP },
      pictures: openPictures(config, dataDir),
      // Failures are printed below.
      log: createLog('silent'),
    }
    try {
      const begun = await beginBackup(backups, SERVER, { ended: ending.signal })
      const made = await begun?.done
      if (made)
        process.stdout.write(
          `The backup ${path.join(dir, made.name)} (${formatBytes(made.bytes)}) was made and checked.\n`,
        )
    } catch (error) {
      if (error instanceof AppError && error.code === 'backup_running')
        throw new UsageError('Another backup is being made. Nothing was done.')
      if (error instanceof AppError && error.code === 'restored_copy')
        throw new UsageError(
          'This is a restored copy, of which no backup is made until an owner says in "Before service" that it is the real one.',
        )
      if (error instanceof UnsuitableDatabase || failureKind(error) === 'unavailable')
        throw new UnusableDatabase(name, error)
      throw new UsageError(`The backup failed: ${describeFailure(error, dir)}`)
    }
  }),
)
