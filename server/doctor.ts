/**
 * `npm run doctor`: prints the checks before service, in the words of the screen (docs/operating.md#the-doctor), beside a
 * running Masa or while it is stopped. It changes nothing, and exits with 1 if something is wrong.
 */
import { inDatabase, readArguments, runCommand, UsageError, withDatabase } from './command.ts'
import { isCurrent } from './db/index.ts'
import { backupDirOf, DEFAULT_KEEP } from './modules/backups/index.ts'
import { readChecks } from './modules/checks/index.ts'
import { readSettings } from './modules/settings/index.ts'
import { systemClock } from './platform/clock.ts'
import { translator } from './platform/language.ts'
import { createLog } from './platform/log.ts'

const USAGE = 'npm run doctor takes no arguments; for the demo: npm run doctor -- --demo'
const STATE_WIDTH = 12

runCommand(() => {
  const { isDemo } = readArguments(USAGE)
  return withDatabase(isDemo, (database, { backup, publicUrl, timeZone, whatsapp }, dataDir) =>
    inDatabase(database, async (db) => {
      if (!(await isCurrent(db)))
        throw new UsageError(`${database.name} has no restaurant of this version of Masa. Start Masa on it once.`)
      const { publicAddress, askedHost } = await readSettings(db)
      const address = publicUrl ?? publicAddress ?? (askedHost === null ? undefined : `http://${askedHost}`)
      const backups = { dir: backupDirOf(backup, dataDir), keep: backup.keep ?? (isDemo ? 0 : DEFAULT_KEEP) }
      const { checks } = await readChecks(
        { timeZone, whatsapp, dataDir, backups },
        { db, now: systemClock.now(), language: 'en', log: createLog('silent'), address },
      )
      const t = translator('en')
      for (const { state, title, text } of checks)
        process.stdout.write(`${t(`beforeService.states.${state}`).padEnd(STATE_WIDTH)}${title}: ${text}\n`)
      if (checks.some(({ state }) => state === 'wrong')) process.exitCode = 1
    }),
  )
})
