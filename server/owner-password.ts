/**
 * `npm run owner:password -- <username>`: sets a new password for an owner who has lost theirs, and prints it
 * (docs/running.md#a-lost-password). It asks for no authorization, because its user can read the whole database anyway.
 */
import { parseArgs } from 'node:util'
import { findDataDir, type OpenDatabase, openDatabase, UsageError } from './command.ts'
import { readConfig } from './config.ts'
import { connect, failureKind, migrate } from './db/index.ts'
import { writeDemoPassword } from './demo.ts'
import { explain, UnusableDatabase } from './explain.ts'
import { readablePassword, replaceOwnersPassword } from './modules/accounts/index.ts'
import { systemClock } from './platform/clock.ts'

const USAGE = `Say whose password is to be set: npm run owner:password -- <username>
(a username with a space in quotes; for the demo's owner: npm run owner:password -- --demo owner)`

async function run(): Promise<void> {
  const { username, isDemo } = readArguments()
  const config = readConfig(process.env)
  const dataDir = config.databaseUrl ? undefined : await findDataDir(config, isDemo)
  const database = await openDatabase(config, dataDir, migrate)
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

async function replacePassword({ name, server }: OpenDatabase, username: string): Promise<string> {
  const connection = connect(server, () => {})
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
