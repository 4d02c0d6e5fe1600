/** `npm run restore -- FILE`: into an empty place, everything or nothing (docs/operating.md#restore). */
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { defaultDataDir, readArguments, runCommand, UsageError } from './command.ts'
import { type Config, readConfig } from './config.ts'
import { openEmbedded, resolveDataDir } from './db/embedded/index.ts'
import { failureKind, UnsuitableDatabase } from './db/index.ts'
import { UnusableDatabase } from './explain.ts'
import { SERVER } from './modules/accounts/index.ts'
import {
  type BackupStore,
  BucketFailure,
  backupBucket,
  backupDirOf,
  backupFolder,
  backupTime,
  type Restored,
  restoreBackup,
  UnusableBackup,
} from './modules/backups/index.ts'
import { eraseAgain } from './modules/customers/index.ts'
import { noteInJournal } from './modules/journal/index.ts'
import { openPictures } from './modules/pictures/index.ts'
import { AppError } from './platform/app-error.ts'
import { systemClock } from './platform/clock.ts'

const USAGE = `Say which backup is to be restored: npm run restore -- FILE
(a file, or the name of one in BACKUP_DIR or in the bucket of BACKUP_BUCKET_URL)`

interface Source {
  stream: Readable
  /** Where its pictures and the erased keys are looked for. */
  places: BackupStore[]
}

async function restore(): Promise<void> {
  const options = { 'without-pictures': 'boolean' } as const
  const { values, argument: file, isDemo } = readArguments(USAGE, { options, takesOne: true })
  const withoutPictures = values['without-pictures'] === true
  const config = readConfig(process.env)
  const fallback = defaultDataDir(isDemo)
  const printLine = (line: string) => process.stdout.write(`${line}\n`)
  // Found before the place is opened, so that a wrong name creates nothing.
  const source = await findBackup(file, config, path.resolve(config.dataDir ?? fallback))
  const dataDir = config.databaseUrl
    ? path.resolve(config.dataDir ?? fallback)
    : await resolveDataDir({ configured: config.dataDir, fallback, log: printLine })
  const embedded = config.databaseUrl ? undefined : await openEmbedded({ dataDir, log: printLine })
  const databaseName = embedded ? dataDir : 'DATABASE_URL'
  try {
    const restored = await restoreBackup({
      ...{ source: source.stream, places: source.places, databaseName, withoutPictures },
      url: config.databaseUrl ?? embedded?.url ?? '',
      now: systemClock.now(),
      pictures: openPictures(config, dataDir),
      eraseAgain: async (tx) => {
        const now = systemClock.now()
        await noteInJournal(tx, SERVER, 'backup_restored', { backup: path.basename(file) }, now)
        return eraseAgain(tx, now)
      },
    }).catch((error: unknown) => {
      const isDatabases = error instanceof UnsuitableDatabase || failureKind(error) === 'unavailable'
      throw isDatabases && !(error instanceof AppError) ? new UnusableDatabase(databaseName, error) : error
    })
    printLine(summaryOf(restored, databaseName))
  } finally {
    await embedded?.close()
  }
}

async function findBackup(file: string, { backup }: Config, dataDir: string): Promise<Source> {
  const dir = backupDirOf(backup, dataDir)
  const bucket = backup.bucket && backupBucket(backup.bucket)
  const places: BackupStore[] = [backupFolder(dir), ...(bucket ? [bucket] : [])]
  for (const found of [path.resolve(file), path.join(dir, file)]) {
    if (!existsSync(found)) continue
    const beside = path.dirname(found)
    return { stream: createReadStream(found), places: beside === dir ? places : [backupFolder(beside), ...places] }
  }
  if (!bucket || !backupTime(file)) throw new UsageError(`There is no backup ${file}.\n${USAGE}`)
  const stream = await bucket.read(file).then(
    (read) => read.stream,
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new UsageError(`There is no backup ${file}, not in the bucket either.`) : error
    },
  )
  return { stream, places }
}

function summaryOf(restored: Restored, databaseName: string): string {
  const { head, rows, pictures, missingPictures, erased, mayLackErasures } = restored
  const lines = [
    `The backup of ${head.at} was restored into ${databaseName}: ${rows} rows and ${pictures} pictures, all compared.`,
  ]
  if (missingPictures > 0) lines.push(`Pictures that are missing: ${missingPictures}.`)
  if (erased > 0) lines.push(`Erased since then, and erased again (orders, events and customers): ${erased}.`)
  if (mayLackErasures)
    lines.push('This backup is older than 400 days: what was erased since then may be there again. Erase it again.')
  lines.push('Everybody has to sign in again. Start Masa now.')
  return lines.join('\n')
}

runCommand(restore, (error) => {
  if (error instanceof UnusableBackup) return error.message
  if (error instanceof BucketFailure) return `${error.message} Nothing was changed.`
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'The disk is full. Nothing was restored.' : undefined
})
