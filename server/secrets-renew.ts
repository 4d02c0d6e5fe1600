/**
 * `npm run secrets:renew`: renews the secret that signs the cookies of known browsers, after the data folder or a backup
 * was stolen (docs/security.md#what-a-stolen-thing-gives). No other secret needs that, and none may be emptied by hand.
 */
import { findDataDir, inDatabase, openDatabase, readArguments, runCommand, UsageError } from './command.ts'
import { readConfig } from './config.ts'
import { migrate } from './db/index.ts'
import { hasTables, renewCookieSecret } from './modules/accounts/index.ts'

const USAGE = 'npm run secrets:renew takes no arguments; for the demo: npm run secrets:renew -- --demo'

runCommand(async () => {
  const { isDemo } = readArguments(USAGE)
  const config = readConfig(process.env)
  const dataDir = config.databaseUrl ? undefined : await findDataDir(config, isDemo)
  const database = await openDatabase(config, dataDir, migrate)
  try {
    await inDatabase(database, async (db) => {
      if (!(await hasTables(db)))
        throw new UsageError('This database has no restaurant of this version of Masa. Start Masa on it once.')
      await renewCookieSecret(db)
    })
    process.stdout.write(
      'The secret of the cookies of known browsers is renewed. Everybody stays signed in, and each browser is known again ' +
        'after its next sign-in.\nIf Masa is running, restart it, and every instance of it: until then it uses the old one.\n',
    )
  } finally {
    await database.close()
  }
})
