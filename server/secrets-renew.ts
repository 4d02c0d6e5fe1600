/**
 * `npm run secrets:renew`: renews the secret that signs the cookies of known browsers, after the data folder or a backup
 * was stolen (docs/security.md#what-a-stolen-thing-gives). No other secret needs that, and none may be emptied by hand.
 */
import { inDatabase, readArguments, runCommand, UsageError, withDatabase } from './command.ts'
import { type Database, migrate } from './db/index.ts'
import { hasTables, renewCookieSecret } from './modules/accounts/index.ts'

const USAGE = 'npm run secrets:renew takes no arguments; for the demo: npm run secrets:renew -- --demo'

runCommand(async () => {
  const renew = async (db: Database) => {
    if (!(await hasTables(db)))
      throw new UsageError('This database has no restaurant of this version of Masa. Start Masa on it once.')
    await renewCookieSecret(db)
  }
  await withDatabase(readArguments(USAGE).isDemo, (database) => inDatabase(database, renew), migrate)
  process.stdout.write(
    'The secret of the cookies of known browsers is renewed. Everybody stays signed in, and each browser is known again ' +
      'after its next sign-in.\nIf Masa is running, restart it, and every instance of it: until then it uses the old one.\n',
  )
})
