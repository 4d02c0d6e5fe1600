/**
 * `npm run secrets:renew`: renews the secret that signs the cookies of known browsers, after the data folder or a backup
 * was stolen (docs/security.md#what-a-stolen-thing-gives). No other secret needs that, and none may be emptied by hand.
 */
import { parseArgs } from 'node:util'
import { findDataDir, type OpenDatabase, openDatabase, UsageError } from './command.ts'
import { readConfig } from './config.ts'
import { connect, failureKind, migrate } from './db/index.ts'
import { explain, UnusableDatabase } from './explain.ts'
import { hasTables, renewCookieSecret } from './modules/accounts/index.ts'

const USAGE = 'npm run secrets:renew takes no arguments; for the demo: npm run secrets:renew -- --demo'

async function run(): Promise<void> {
  const isDemo = readArguments()
  const config = readConfig(process.env)
  const dataDir = config.databaseUrl ? undefined : await findDataDir(config, isDemo)
  const database = await openDatabase(config, dataDir, migrate)
  try {
    await renew(database)
    process.stdout.write(
      'The secret of the cookies of known browsers is renewed. Everybody stays signed in, and each browser is known again ' +
        'after its next sign-in.\nIf Masa is running, restart it, and every instance of it: until then it uses the old one.\n',
    )
  } finally {
    await database.close()
  }
}

function readArguments(): boolean {
  try {
    return parseArgs({ options: { demo: { type: 'boolean' } } }).values.demo ?? false
  } catch {
    throw new UsageError(USAGE)
  }
}

async function renew({ name, server }: OpenDatabase): Promise<void> {
  const connection = connect(server, () => {})
  try {
    if (!(await hasTables(connection.db)))
      throw new UsageError('This database has no restaurant of this version of Masa. Start Masa on it once.')
    await renewCookieSecret(connection.db)
  } catch (error) {
    throw failureKind(error) === 'unavailable' ? new UnusableDatabase(name, error) : error
  } finally {
    await connection.close()
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof UsageError ? error.message : explain(error)}\n`)
  process.exitCode = 1
})
