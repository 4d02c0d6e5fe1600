/**
 * The commands beside the server (docs/running.md, docs/operating.md): `npm run backup`, `restore`, `doctor`,
 * `owner:password` and `secrets:renew`. They work beside a running Masa or while it is stopped.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { formatBytes } from '#shared/i18n/format.ts'
import { translator } from '#shared/i18n/words/index.ts'
import { type Config, readConfig } from './config.ts'
import { dataFolder, FolderInUse, hasDatabase, openEmbedded, runningUrl } from './db/embedded/index.ts'
import {
  connect,
  type Database,
  type DatabaseServer,
  databaseAt,
  failureKind,
  isCurrent,
  migrate,
  UnsuitableDatabase,
} from './db/index.ts'
import { writeDemoPassword } from './demo.ts'
import { explain, UnusableDatabase } from './explain.ts'
import {
  hasTables,
  readablePassword,
  renewCookieSecret,
  replaceOwnersPassword,
  SERVER,
} from './modules/accounts/index.ts'
import {
  backupDirOf,
  backupFileAt,
  beginBackup,
  DEFAULT_KEEP,
  describeFailure,
  type Restored,
  restoreBackup,
  UnusableBackup,
} from './modules/backups/index.ts'
import { readChecks } from './modules/checks/index.ts'
import { eraseAgain } from './modules/customers/index.ts'
import { noteInJournal } from './modules/journal/index.ts'
import { openPictures } from './modules/pictures/index.ts'
import { readSettings } from './modules/settings/index.ts'
import { AppError } from './platform/app-error.ts'
import { systemClock } from './platform/clock.ts'
import { createLog } from './platform/log.ts'

/** How long to wait for another Masa on the folder that may be just starting. */
const START_TIMEOUT_MS = 30_000

/** A command was used wrongly; the message is a sentence for the person who ran it. */
class UsageError extends Error {}

interface OpenDatabase {
  /** The name of the database in messages. */
  name: string
  server: DatabaseServer
  close(): Promise<void>
}

/** Runs a command; if it fails, prints a sentence and exits with 1. @param messageOf for this command's own errors */
function runCommand(run: () => Promise<void>, messageOf?: (error: unknown) => string | undefined): void {
  run()
    .catch((error: unknown) => {
      const message = error instanceof UsageError ? error.message : (messageOf?.(error) ?? explain(error))
      process.stderr.write(`${message}\n`)
      process.exitCode = 1
    })
    // The channel to the script that started this one would keep it alive.
    .finally(() => process.disconnect?.())
}

interface Arguments {
  isDemo: boolean
  /** The only argument without a name, if the command takes one. */
  argument: string
  /** The other options that were given. */
  values: Readonly<Record<string, string | boolean | undefined>>
}

/** Reads the arguments after a command's name; every command accepts `--demo`. @param usage the message for invalid arguments */
function readArguments(
  usage: string,
  { options = {}, takesOne = false }: { options?: Record<string, 'boolean' | 'string'>; takesOne?: boolean } = {},
): Arguments {
  const named = Object.entries({ ...options, demo: 'boolean' as const }).map(
    ([name, type]) => [name, { type }] as const,
  )
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(3),
      options: Object.fromEntries(named),
      allowPositionals: takesOne,
    })
    const argument = positionals[0]?.trim() ?? ''
    if (takesOne && (argument === '' || positionals.length > 1)) throw new UsageError(usage)
    return { values: values as Arguments['values'], argument, isDemo: values.demo === true }
  } catch {
    throw new UsageError(usage)
  }
}

/** Runs work on a database; if the database is lost meanwhile, the error names it. */
async function inDatabase<Result>({ name, server }: OpenDatabase, work: (db: Database) => Promise<Result>) {
  const connection = connect(server)
  try {
    return await work(connection.db)
  } catch (error) {
    throw failureKind(error) === 'unavailable' ? new UnusableDatabase(name, error) : error
  } finally {
    await connection.close()
  }
}

/** Runs a command's work on the database of an existing restaurant. @param prepare as for `openDatabase` */
async function withDatabase<Result>(
  isDemo: boolean,
  work: (database: OpenDatabase, config: Config, dataDir: string) => Promise<Result>,
  prepare?: (url: string) => Promise<void>,
): Promise<Result> {
  const config = readConfig(process.env)
  const dataDir = dataFolder(config, isDemo)
  if (!config.databaseUrl && !hasDatabase(dataDir))
    throw new UsageError(
      `There is no restaurant in ${dataDir}. Give the same DATA_DIR, or --demo, as Masa itself is started with.`,
    )
  const database = await openDatabase(config, config.databaseUrl ? undefined : dataDir, prepare)
  try {
    return await work(database, config, dataDir)
  } finally {
    await database.close()
  }
}

/**
 * Opens the database for a command: that of DATABASE_URL, that of a running Masa, or the folder's, which is started for
 * this command.
 * @param prepare what to do with a database that was started for this command
 */
async function openDatabase(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  dataDir: string | undefined,
  prepare: (url: string) => Promise<void> = async () => {},
): Promise<OpenDatabase> {
  const close = async () => {}
  if (dataDir === undefined) return { name: 'DATABASE_URL', server: databaseAt(databaseUrl ?? ''), close }
  const name = `The database in ${dataDir}`
  for (const began = performance.now(); ; await setTimeout(200)) {
    try {
      const embedded = await openEmbedded({ dataDir, log: () => {} })
      await prepare(embedded.url).catch(async (error: unknown) => {
        await embedded.close()
        throw new UnusableDatabase(name, error)
      })
      return { name, server: databaseAt(() => embedded.url), close: () => embedded.close() }
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      const url = await runningUrl(dataDir)
      if (url !== undefined) return { name, server: databaseAt(url), close }
      if (performance.now() - began > START_TIMEOUT_MS) throw error
    }
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`)

const noArguments = (command: string) =>
  readArguments(`npm run ${command} takes no arguments; for the demo: npm run ${command} -- --demo`)

const noRestaurant = (name: string) =>
  new UsageError(`${name} has no restaurant of this version of Masa. Start Masa on it once.`)

/** Makes a backup, reads it back and checks it. Exits with 1 if it failed, so that a timer of the machine notices. */
function backup(): Promise<void> {
  return withDatabase(noArguments('backup').isDemo, async ({ name, server }, config, dataDir) => {
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
      if (made) print(`The backup ${path.join(dir, made.name)} (${formatBytes(made.bytes)}) was made and checked.`)
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
  })
}

const RESTORE_USAGE = `Say which backup is to be restored: npm run restore -- FILE
(a file, the folder that a browser unpacked, or the name of a file in BACKUP_DIR)`

/** Restores a whole backup into an empty database, or nothing. */
async function restore(): Promise<void> {
  await restoreFile().catch((error: unknown) => {
    if (error instanceof UnusableBackup) throw new UsageError(error.message)
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOSPC' || code === 'EDQUOT' ? new UsageError('The disk is full. Nothing was restored.') : error
  })
}

async function restoreFile(): Promise<void> {
  const { argument, isDemo } = readArguments(RESTORE_USAGE, { takesOne: true })
  const config = readConfig(process.env)
  const dataDir = dataFolder(config, isDemo, print)
  const backupDir = backupDirOf(config.backup, dataDir)
  // Looked up before the database is opened, so that a wrong name creates nothing.
  const found = [path.resolve(argument), path.join(backupDir, argument)].find((place) => existsSync(place))
  if (found === undefined) throw new UsageError(`There is no backup ${argument}.\n${RESTORE_USAGE}`)
  const file = await backupFileAt(found)
  const embedded = config.databaseUrl ? undefined : await openEmbedded({ dataDir, log: print })
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
    print(summaryOf(restored, databaseName))
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

const STATE_WIDTH = 12

/** Prints the checks before service, in the words of the screen. It changes nothing, and exits with 1 if something is wrong. */
function doctor(): Promise<void> {
  const { isDemo } = noArguments('doctor')
  return withDatabase(isDemo, (database, { backup, publicUrl, timeZone, whatsapp }, dataDir) =>
    inDatabase(database, async (db) => {
      if (!(await isCurrent(db))) throw noRestaurant(database.name)
      const { publicAddress, askedHost } = await readSettings(db)
      const address = publicUrl ?? publicAddress ?? (askedHost === null ? undefined : `http://${askedHost}`)
      const backups = { dir: backupDirOf(backup, dataDir), keep: backup.keep ?? (isDemo ? 0 : DEFAULT_KEEP) }
      const { checks } = await readChecks(
        { timeZone, whatsapp, dataDir, backups },
        { db, now: systemClock.now(), language: 'en', log: createLog('silent'), address },
      )
      const t = translator('en')
      for (const { state, title, text } of checks)
        print(`${t(`beforeService.states.${state}`).padEnd(STATE_WIDTH)}${title}: ${text}`)
      if (checks.some(({ state }) => state === 'wrong')) process.exitCode = 1
    }),
  )
}

const PASSWORD_USAGE = `Say whose password is to be set: npm run owner:password -- <username>
(a username with a space in quotes; for the demo's owner: npm run owner:password -- --demo owner)`

const PASSWORD_ERRORS = {
  'no restaurant': () => noRestaurant('This database').message,
  'no owner': () => 'There is no owner yet: the first one is made on the page /auth (docs/running.md).',
  unknown: (username: string) => `There is no user "${username}".`,
  staff: (username: string) =>
    `"${username}" is not an owner. An owner sets the passwords of the staff in the settings, under Users.`,
}

/** Sets a new password for an owner who has lost theirs. Its user can read the whole database, so nothing more is asked. */
async function resetPassword(): Promise<void> {
  const { argument: username, isDemo } = readArguments(PASSWORD_USAGE, { takesOne: true })
  const password = readablePassword()
  const setPassword = async (database: OpenDatabase, { databaseUrl }: Config, dataDir: string) => {
    const outcome = await inDatabase(database, (db) =>
      replaceOwnersPassword(db, { username, password }, systemClock.now()),
    )
    if (outcome !== 'done') throw new UsageError(PASSWORD_ERRORS[outcome](username))
    if (isDemo && !databaseUrl) writeDemoPassword(dataDir, { username, password })
  }
  await withDatabase(isDemo, setPassword, migrate)
  process.stdout.write(
    `\nThe new password of "${username}" is:  ${password}\n\n` +
      'Wherever they were signed in, they are signed out. They can choose another one in the settings, under Users.\n',
  )
}

/**
 * Renews the secret that signs the cookies of known browsers, after the data folder or a backup was stolen
 * (docs/security.md#what-a-stolen-thing-gives). No other secret needs that, and none may be emptied by hand.
 */
async function renewSecrets(): Promise<void> {
  const renew = async (db: Database) => {
    if (!(await hasTables(db))) throw noRestaurant('This database')
    await renewCookieSecret(db)
  }
  await withDatabase(noArguments('secrets:renew').isDemo, (database) => inDatabase(database, renew), migrate)
  process.stdout.write(
    'The secret of the cookies of known browsers is renewed. Everybody stays signed in, and each browser is known again ' +
      'after its next sign-in.\nIf Masa is running, restart it, and every instance of it: until then it uses the old one.\n',
  )
}

const COMMANDS = { backup, restore, doctor, 'owner-password': resetPassword, 'secrets-renew': renewSecrets }

runCommand(async () => {
  const run = new Map(Object.entries(COMMANDS)).get(process.argv[2] ?? '')
  if (!run) throw new UsageError(`Say which command is to run: ${Object.keys(COMMANDS).join(', ')}`)
  await run()
})
