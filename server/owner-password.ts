/**
 * `npm run owner:password -- <username>`: sets a new password for an owner who has lost theirs, and prints it
 * (docs/running.md#a-lost-password). It asks for no authorization, because its user can read the whole database anyway.
 */
import { inDatabase, type OpenDatabase, readArguments, runCommand, UsageError, withDatabase } from './command.ts'
import type { Config } from './config.ts'
import { migrate } from './db/index.ts'
import { writeDemoPassword } from './demo.ts'
import { readablePassword, replaceOwnersPassword } from './modules/accounts/index.ts'
import { systemClock } from './platform/clock.ts'

const USAGE = `Say whose password is to be set: npm run owner:password -- <username>
(a username with a space in quotes; for the demo's owner: npm run owner:password -- --demo owner)`

const ERROR_MESSAGES = {
  'no restaurant': () => 'This database has no restaurant of this version of Masa. Start Masa on it once.',
  'no owner': () => 'There is no owner yet: the first one is made on the page /auth (docs/running.md).',
  unknown: (username: string) => `There is no user "${username}".`,
  staff: (username: string) =>
    `"${username}" is not an owner. An owner sets the passwords of the staff in the settings, under Users.`,
}

runCommand(async () => {
  const { argument: username, isDemo } = readArguments(USAGE, { takesOne: true })
  const password = readablePassword()
  const setPassword = async (database: OpenDatabase, { databaseUrl }: Config, dataDir: string) => {
    const outcome = await inDatabase(database, (db) =>
      replaceOwnersPassword(db, { username, password }, systemClock.now()),
    )
    if (outcome !== 'done') throw new UsageError(ERROR_MESSAGES[outcome](username))
    if (isDemo && !databaseUrl) writeDemoPassword(dataDir, { username, password })
  }
  await withDatabase(isDemo, setPassword, migrate)
  process.stdout.write(
    `\nThe new password of "${username}" is:  ${password}\n\n` +
      'Wherever they were signed in, they are signed out. They can choose another one in the settings, under Users.\n',
  )
})
