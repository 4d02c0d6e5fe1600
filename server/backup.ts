/**
 * `npm run backup`: makes a backup, reads it back and checks it, while Masa serves or while it is stopped
 * (docs/operating.md#backups). Exits with 1 if it failed, so that a timer of the machine notices.
 */
import path from 'node:path'
import { type OpenDatabase, readArguments, runCommand, UsageError, withDatabase } from './command.ts'
import type { Config } from './config.ts'
import { connect, failureKind, UnsuitableDatabase } from './db/index.ts'
import { sizeText } from './doctor/finding.ts'
import { UnusableDatabase } from './explain.ts'
import { SERVER } from './modules/accounts/index.ts'
import { backupDirOf, DEFAULT_KEEP, describeFailure, noteBackup, openBackups } from './modules/backups/index.ts'
import { openPictures } from './modules/pictures/index.ts'
import { AppError } from './platform/app-error.ts'
import type { StoredBackup } from './platform/area.ts'
import { systemClock } from './platform/clock.ts'
import { lowerProcessPriority } from './platform/limits/work-thread.ts'
import { createLog } from './platform/log.ts'

const USAGE = 'npm run backup takes no arguments; for the demo: npm run backup -- --demo'

runCommand(async () => {
  await withDatabase(readArguments(USAGE).isDemo, backUp)
})

async function backUp(database: OpenDatabase, config: Config, dataDir: string): Promise<void> {
  const dir = backupDirOf(config.backup, dataDir)
  const backups = openBackups({
    ...{ server: database.server, dir, dataDir, timeZone: config.timeZone, clock: systemClock },
    pictures: openPictures(config, dataDir),
    // What fails is printed below.
    log: createLog('silent'),
    keep: config.backup.keep ?? DEFAULT_KEEP,
    bucket: config.backup.bucket,
    ...(!config.databaseUrl && { onProcess: lowerProcessPriority }),
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void backups.close())
  process.on('disconnect', () => void backups.close())
  try {
    const began = await backups.begin('hand')
    const made = await began?.done
    if (!made) return
    await noteInDatabase(made, database)
    const copied = config.backup.bucket ? ', and copied to the bucket' : ''
    process.stdout.write(
      `The backup ${path.join(dir, made.name)} (${sizeText(made.bytes)}) was made and checked${copied}.\n`,
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'backup_running')
      throw new UsageError('Another backup is being made. Nothing was done.')
    if (error instanceof UnsuitableDatabase) throw new UnusableDatabase(database.name, error)
    if (failureKind(error) === 'unavailable') throw new UnusableDatabase(database.name, error)
    throw new UsageError(`The backup failed: ${describeFailure(error, dir)}`)
  } finally {
    await backups.close()
  }
}

/** Notes the backup in the journal, and announces it to the pages of a running Masa. */
async function noteInDatabase(made: StoredBackup, { server }: OpenDatabase): Promise<void> {
  const connection = connect(server, () => {})
  await noteBackup(connection.db, SERVER, made, systemClock.now())
    // The database may be of a version that had no journal; the backup is good all the same.
    .catch(() => {})
    .finally(() => connection.close())
}
