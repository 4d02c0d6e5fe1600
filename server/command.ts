import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from './config.ts'
import { dataFolder, FolderInUse, hasDatabase, openEmbedded, runningUrl } from './db/embedded/index.ts'
import { connect, type Database, type DatabaseServer, databaseAt, failureKind } from './db/index.ts'
import { explain, UnusableDatabase } from './explain.ts'

/** How long to wait for another Masa on the folder that may be just starting. */
const START_TIMEOUT_MS = 30_000

/** A command was used wrongly; the message is a sentence for the person who ran it. */
export class UsageError extends Error {}

export interface OpenDatabase {
  /** The name of the database in messages. */
  name: string
  server: DatabaseServer
  close(): Promise<void>
}

/** Runs a command; if it fails, prints a sentence and exits with 1. @param messageOf for this command's own errors */
export function runCommand(run: () => Promise<void>, messageOf?: (error: unknown) => string | undefined): void {
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
export function readArguments(
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
export async function inDatabase<Result>({ name, server }: OpenDatabase, work: (db: Database) => Promise<Result>) {
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
export async function withDatabase<Result>(
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
