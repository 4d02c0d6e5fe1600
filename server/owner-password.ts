/**
 * `npm run owner:password -- <username>`: sets a new password for an owner who has lost theirs, and prints it
 * (docs/running.md#a-lost-password). It asks for no authorization, because its user can read the whole database anyway.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from './config.ts'
import { hasDatabase, openEmbedded, resolveDataDir, runningUrl, StartError } from './db/embedded/index.ts'
import { connect, failureKind, migrate } from './db/index.ts'
import { writeDemoPassword } from './demo.ts'
import { explain, UnusableDatabase } from './explain.ts'
import { readablePassword, replaceOwnersPassword } from './modules/accounts/index.ts'
import { systemClock } from './platform/clock.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** How long to wait for another Masa on the folder that may be just starting. */
const START_TIMEOUT_MS = 30_000
const USAGE = `Say whose password is to be set: npm run owner:password -- <username>
(a username with a space in quotes; for the demo's owner: npm run owner:password -- --demo owner)`

/** A wrong use of the command; the message is a sentence for its user. */
class UsageError extends Error {}

interface OpenDatabase {
  /** The name of the database in messages. */
  name: string
  url(): string
  close(): Promise<void>
}

async function run(): Promise<void> {
  const { username, isDemo } = readArguments()
  const config = readConfig(process.env)
  const dataDir = config.databaseUrl ? undefined : await findDataDir(config, isDemo)
  const database = await open(config, dataDir)
  try {
    const password = await replacePassword(database, username)
    if (isDemo && dataDir !== undefined) writeDemoPassword(dataDir, { username, password })
    process.stdout.write(
      `\nThe new password of "${username}" is:  ${password}\n\n` +
        'Wherever they were signed in, they are signed out. They can choose another one in the settings, under Users.\n',
    )
  } finally {
    await database.close()
  }
}

function readArguments(): { username: string; isDemo: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { demo: { type: 'boolean' } }, allowPositionals: true })
    const [username = '', ...others] = positionals
    if (username.trim() === '' || others.length > 0) throw new UsageError(USAGE)
    return { username: username.trim(), isDemo: values.demo ?? false }
  } catch {
    throw new UsageError(USAGE)
  }
}

async function findDataDir({ dataDir: configured }: Config, isDemo: boolean): Promise<string> {
  const noRestaurant = (folder: string) =>
    new UsageError(
      `There is no restaurant in ${folder}. Give the same DATA_DIR, or --demo, as Masa itself is started with.`,
    )
  // Checked first, because resolveDataDir would create a missing folder.
  if (configured !== undefined && !existsSync(configured)) throw noRestaurant(path.resolve(configured))
  const fallback = path.join(ROOT, 'data', isDemo ? 'demo' : 'restaurant')
  const folder = await resolveDataDir({ configured: configured, fallback, log: () => {} })
  if (!hasDatabase(folder)) throw noRestaurant(folder)
  return folder
}

/**
 * Opens the database: that of DATABASE_URL, that of a running Masa, or the folder's, which is started for this command.
 */
async function open({ databaseUrl }: Config, dataDir: string | undefined): Promise<OpenDatabase> {
  const close = async () => {}
  if (dataDir === undefined) return { name: 'DATABASE_URL', url: () => databaseUrl ?? '', close }
  const name = `The database in ${dataDir}`
  for (const began = Date.now(); ; await setTimeout(200)) {
    try {
      const embedded = await openEmbedded({ dataDir, log: () => {} })
      await migrate(embedded.url).catch(async (error: unknown) => {
        await embedded.close()
        throw new UnusableDatabase(name, error)
      })
      return { name, url: () => embedded.url, close: () => embedded.close() }
    } catch (error) {
      if (!(error instanceof StartError) || error.problem !== 'folder-in-use') throw error
      const url = await runningUrl(dataDir)
      if (url !== undefined) return { name, url: () => url, close }
      if (Date.now() - began > START_TIMEOUT_MS) throw error
    }
  }
}

async function replacePassword({ name, url }: OpenDatabase, username: string): Promise<string> {
  const connection = connect(url, () => {})
  const password = readablePassword()
  try {
    const outcome = await replaceOwnersPassword(connection.db, { username, password }, systemClock.now())
    if (outcome === 'done') return password
    throw new UsageError(ERROR_MESSAGES[outcome](username))
  } catch (error) {
    throw failureKind(error) === 'unavailable' ? new UnusableDatabase(name, error) : error
  } finally {
    await connection.close()
  }
}

const ERROR_MESSAGES = {
  'no restaurant': () => 'This database has no restaurant of this version of Masa. Start Masa on it once.',
  'no owner': () => 'There is no owner yet: the first one is made on the page /auth (docs/running.md).',
  unknown: (username: string) => `There is no user "${username}".`,
  staff: (username: string) =>
    `"${username}" is not an owner. An owner sets the passwords of the staff in the settings, under Users.`,
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof UsageError ? error.message : explain(error)}\n`)
  process.exitCode = 1
})
