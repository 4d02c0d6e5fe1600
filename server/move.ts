/**
 * `npm run move -- --to …`: moves the restaurant to a PostgreSQL server, or to a folder, while Masa serves or while it is
 * stopped; `-- --reopen` takes it back (docs/operating.md#moving). No password is printed.
 */
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { type OpenDatabase, readArguments, runCommand, UsageError, withDatabase } from './command.ts'
import type { Config } from './config.ts'
import { openEmbedded, resolveDataDir } from './db/embedded/index.ts'
import { failureKind, serversIn, shownAddress, UnreachableDatabase, UnsuitableDatabase } from './db/index.ts'
import { unsuitableBecause } from './db/suitable.ts'
import {
  backupDirOf,
  type Moved,
  MoveFailure,
  type MoveParts,
  MoveRefused,
  moveRestaurant,
  reopenPlace,
} from './modules/backups/index.ts'
import { openPictures } from './modules/pictures/index.ts'

const USAGE = `Say where the restaurant is to be moved: npm run move -- --to postgres://user:password@host/masa
(or --to a folder; back to the place before: npm run move -- --reopen)`

const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** The old place or the new one. */
interface OpenPlace {
  url: string
  /** For people: a folder, or an address without a user. */
  name: string
  /** The folder of an embedded database. */
  folder: string | undefined
  close(): Promise<unknown>
}

function oldPlace(database: OpenDatabase, { databaseUrl }: Config, dataDir: string): OpenPlace {
  const { close } = database
  if (databaseUrl) return { url: database.url(), name: shownAddress(databaseUrl), folder: undefined, close }
  return { url: database.url(), name: dataDir, folder: dataDir, close }
}

async function openNewPlace(to: string, from: OpenPlace): Promise<OpenPlace> {
  if (/^postgres(ql)?:/i.test(to)) {
    // Not repeated in the message: it may contain a password.
    if (serversIn(to).length === 0)
      throw new UsageError('The address after --to cannot be read: it must be like postgres://user:password@host/masa')
    return { url: to, name: shownAddress(to), folder: undefined, close: async () => {} }
  }
  if (to.includes('://')) throw new UsageError(USAGE)
  if (from.folder !== undefined && path.resolve(to) === realpathSync(from.folder))
    throw new UsageError(`${path.resolve(to)} is where the restaurant is now. Nothing was changed.`)
  const folder = await resolveDataDir({ configured: to, fallback: to, log: printLine })
  const embedded = await openEmbedded({ dataDir: folder, log: printLine })
  return { url: embedded.url, name: folder, folder, close: () => embedded.close() }
}

async function reopen(from: OpenPlace): Promise<void> {
  const place = await reopenPlace(from)
  printLine(
    `The restaurant is in ${from.name} again, as it was before the move. What was entered in ${place} since is not here.\n` +
      `Stop Masa there, and start it here.`,
  )
}

async function move(from: OpenPlace, to: string, config: Config, dataDir: string): Promise<void> {
  const place = await openNewPlace(to, from)
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, interrupt)
  process.on('disconnect', interrupt)
  try {
    const moved = await moveRestaurant({
      ...{ from, to: place, interrupted: interrupted.signal },
      ...(place.folder !== undefined && { pictures: picturesFor(config, dataDir, place.folder) }),
      onStep: (step, tables) =>
        printLine(
          step === 'frozen'
            ? `Orders and changes are refused from now on. ${tables} tables are being copied to ${place.name} …`
            : 'All rows are there, with the same counts and sums.',
        ),
    }).catch((error: unknown) => {
      throw error instanceof MoveFailure ? new UsageError(explainFailure(error, from.name, place.name)) : error
    })
    printLine(summaryOf(moved, from, place, config, dataDir))
  } finally {
    await place.close()
  }
}

/** The pictures of a restaurant whose data folder changes; none if they are in a bucket. */
function picturesFor(config: Config, dataDir: string, folder: string): MoveParts['pictures'] {
  if (config.bucket) return undefined
  return { from: openPictures(config, dataDir), to: openPictures(config, folder) }
}

function summaryOf(moved: Moved | undefined, from: OpenPlace, to: OpenPlace, config: Config, dataDir: string): string {
  const lines = [
    moved
      ? `The restaurant was moved to ${to.name}: ${moved.rows} rows, all compared.`
      : `The move to ${to.name} that was cut off is ended now.`,
  ]
  if (moved && to.folder !== undefined && !config.bucket) lines.push(`${moved.pictures} pictures were copied there.`)
  if (moved && moved.missingPictures > 0) lines.push(`${moved.missingPictures} pictures were not stored here either.`)
  lines.push(`Stop Masa if it still runs here: ${from.name} takes no orders any more. Start it with`)
  if (to.folder === undefined)
    lines.push(
      `  DATABASE_URL=…  the address that you gave (${to.name})`,
      `  DATA_DIR=${dataDir}  as before: the pictures stay there`,
    )
  else {
    lines.push(`  DATA_DIR=${to.folder}`, ...(config.databaseUrl ? ['  and without DATABASE_URL'] : []))
    if (config.backup.dir === undefined)
      lines.push(`  BACKUP_DIR=${backupDirOf(config.backup, dataDir)}  so that it has the backups made so far`)
  }
  lines.push('To go on here instead: npm run move -- --reopen')
  return lines.join('\n')
}

function explainFailure({ end, mayBeMarked, cause }: MoveFailure, from: string, to: string): string {
  const next = mayBeMarked
    ? 'It is not certain whether the old place is marked as moved already. Run the same command again: it ends the move, ' +
      'or begins a new one.'
    : 'Nothing was moved, and the old place takes orders again.'
  return `${end === 'from' ? from : to} ${reasonOf(cause)} ${next}`
}

/** A predicate that continues the name of a place. Messages of PostgreSQL may quote rows, so most are not printed. */
function reasonOf(cause: unknown): string {
  if (cause instanceof UnreachableDatabase) return `cannot be reached: ${cause.message}.`
  const unsuitable = cause instanceof UnsuitableDatabase ? cause : unsuitableBecause(cause)
  if (unsuitable) return `cannot be used. ${unsuitable.message}`
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return 'has no space left on its disk.'
  if (failureKind(cause) === 'unavailable') return 'was lost in the middle.'
  return `has failed (${code ?? message}).`
}

runCommand(
  async () => {
    const { values, isDemo } = readArguments(USAGE, { options: { to: 'string', reopen: 'boolean' } })
    const to = typeof values.to === 'string' ? values.to.trim() : undefined
    if ((to === undefined) !== (values.reopen === true) || to === '') throw new UsageError(USAGE)
    await withDatabase(isDemo, async (database, config, dataDir) => {
      const from = oldPlace(database, config, dataDir)
      if (to === undefined) await reopen(from)
      else await move(from, to, config, dataDir)
    })
  },
  (error) => (error instanceof MoveRefused ? error.message : undefined),
)
