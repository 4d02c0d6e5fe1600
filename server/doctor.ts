/**
 * `npm run doctor`: examines everything that Masa needs, and prints a line for each finding (docs/operating.md#the-doctor).
 * It changes nothing that stays, and prints no password. Exits with 1 if something is an error.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { defaultDataDir, findDataDir, openDatabase, UsageError } from './command.ts'
import type { Config } from './config.ts'
import type { DatabaseState } from './db/index.ts'
import { type DoctorFinding, findingLine, findingsOf } from './doctor/finding.ts'
import { examineClock, examineDisk, examinePort } from './doctor/machine.ts'
import {
  examine,
  examineBackupFolder,
  examineBackups,
  examineBucket,
  examinePrinters,
  examineWhatsapp,
  failureOf,
} from './doctor/outside.ts'
import { examineChosenAddress, examineSettings } from './doctor/settings.ts'
import { backupDirOf, isOnSameDisk } from './modules/backups/index.ts'

/** How many findings there are by level, after they were printed. */
const counts = { ok: 0, warning: 0, error: 0 }

function report(...findings: DoctorFinding[]): void {
  for (const finding of findings) {
    counts[finding.level]++
    process.stdout.write(`${findingLine(finding)}\n`)
  }
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { demo: { type: 'boolean' } } })
  const clockAtStart = clockOffset()
  const { config, findings } = examineSettings(process.env, new Date())
  report(...findings)
  if (config) await examineAll(config, values.demo ?? false, clockAtStart)
  process.stdout.write(`\n${counts.error} errors, ${counts.warning} warnings\n`)
  process.exitCode = counts.error > 0 ? 1 : 0
}

async function examineAll(config: Config, isDemo: boolean, clockAtStart: number): Promise<void> {
  const port = examinePort(config)
  const { state, dataDir } = await examineStorage(config, isDemo)
  report(...examineChosenAddress(config, state?.publicAddress ?? null))
  report(...examineClock(new Date(), state, clockOffset() - clockAtStart))
  report(await port)
  report(await examineBucket(config.bucket))
  report(...(await examineWhatsapp(config.whatsapp, state?.whatsapp)), ...examinePrinters(state?.printers ?? []))
  const { backup } = config
  const isAutomatic = !isDemo && backup.keep !== 0
  const dir = backupDirOf(backup, dataDir)
  if (isAutomatic || backup.dir !== undefined) report(...(await examineBackupFolder(dir)))
  if (state && state.migrations.applied > 0)
    report(
      ...examineBackups(state.backups, new Date(), {
        isAutomatic,
        isSameDisk: await isOnSameDisk(dir, dataDir),
      }),
    )
  else report(findingsOf('backups').ok('There is nothing to back up yet.'))
}

async function examineStorage(
  config: Config,
  isDemo: boolean,
): Promise<{ state: DatabaseState | undefined; dataDir: string }> {
  const database = findingsOf('database')
  let dataDir: string | undefined
  let state: DatabaseState | undefined
  try {
    dataDir = config.databaseUrl ? folderOf(config, isDemo) : await findDataDir(config, isDemo)
    const open = await openDatabase(config, config.databaseUrl ? undefined : dataDir)
    try {
      const examined = await examine(open.name, open.url())
      state = examined.state
      report(...examined.findings)
    } finally {
      await open.close()
    }
  } catch (error) {
    if (error instanceof UsageError)
      report(database.warning(error.message, 'The first start makes a new, empty restaurant.'))
    else report(failureOf('The database', error))
    dataDir ??= folderOf(config, isDemo)
  }
  if (existsSync(dataDir)) report(...(await examineDisk(dataDir)))
  else report(findingsOf('disk').ok(`${dataDir} does not exist yet; the first start makes it.`))
  return { state, dataDir }
}

function folderOf({ dataDir }: Config, isDemo: boolean): string {
  return path.resolve(dataDir ?? defaultDataDir(isDemo))
}

/** The clock's time when the process began: it changes only if the clock is set. */
const clockOffset = () => Date.now() - performance.now()

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
