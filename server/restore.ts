/** `npm run restore -- FILE`: restores a whole backup into an empty database, or nothing (docs/operating.md#restore). */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { readArguments, runCommand, UsageError } from './command.ts'
import { readConfig } from './config.ts'
import { dataFolder, openEmbedded } from './db/embedded/index.ts'
import { failureKind, UnsuitableDatabase } from './db/index.ts'
import { UnusableDatabase } from './explain.ts'
import { SERVER } from './modules/accounts/index.ts'
import { backupDirOf, backupFileAt, type Restored, restoreBackup, UnusableBackup } from './modules/backups/index.ts'
import { eraseAgain } from './modules/customers/index.ts'
import { noteInJournal } from './modules/journal/index.ts'
import { openPictures } from './modules/pictures/index.ts'
import { AppError } from './platform/app-error.ts'
import { systemClock } from './platform/clock.ts'

const USAGE = `Say which backup is to be restored: npm run restore -- FILE
(a file, the folder that a browser unpacked, or the name of a file in BACKUP_DIR)`

async function restore(): Promise<void> {
  const { argument, isDemo } = readArguments(USAGE, { takesOne: true })
  const config = readConfig(process.env)
  const printLine = (line: string) => process.stdout.write(`${line}\n`)
  const dataDir = dataFolder(config, isDemo, printLine)
  const backupDir = backupDirOf(config.backup, dataDir)
  // Looked up before the database is opened, so that a wrong name creates nothing.
  const found = [path.resolve(argument), path.join(backupDir, argument)].find((place) => existsSync(place))
  if (found === undefined) throw new UsageError(`There is no backup ${argument}.\n${USAGE}`)
  const file = await backupFileAt(found)
  const embedded = config.databaseUrl ? undefined : await openEmbedded({ dataDir, log: printLine })
  const databaseName = embedded ? dataDir : 'DATABASE_URL'
  try {
    const restored = await restoreBackup({
      ...{ file, backupDir, databaseName, pictures: openPictures(config, dataDir) },
      url: config.databaseUrl ?? embedded?.url ?? '',
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

function summaryOf({ at, rows, pictures, missingPictures, erased }: Restored, databaseName: string): string {
  const lines = [
    `The backup of ${at} was restored into ${databaseName}: ${rows} rows, all compared, and ${pictures} pictures.`,
  ]
  if (missingPictures > 0)
    lines.push(
      `Pictures that are missing: ${missingPictures}. Add them from "pictures" beside another copy of the backup.`,
    )
  if (erased > 0) lines.push(`Erased since then, and erased again (orders, events and customers): ${erased}.`)
  lines.push(
    'It is a copy: nothing goes to printers, other programs or WhatsApp, and no backup is made, until an owner says in',
    '"Before service" that it is the real one. Everybody has to sign in again. Start Masa now.',
  )
  return lines.join('\n')
}

runCommand(restore, (error) => {
  if (error instanceof UnusableBackup) return error.message
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'The disk is full. Nothing was restored.' : undefined
})
