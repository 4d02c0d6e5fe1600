import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { DUTIES } from '#shared/domain/access.ts'
import { buildApp } from './app.ts'
import { BadEnvironment, type Config, readConfig } from './config.ts'
import { dataFolder, type EmbeddedServer, openEmbedded } from './db/embedded/index.ts'
import {
  connect,
  type Database,
  databaseAt,
  failureKind,
  migrate,
  readBackupOutcome,
  UnreachableDatabase,
} from './db/index.ts'
import { type Credentials, demoOwnerCredentials, demoStaffPassword, keepDemoOpen, loadDemo } from './demo.ts'
import { explain, UnusableDatabase } from './explain.ts'
import { ensureOwner, hasOwner } from './modules/accounts/index.ts'
import { backUpBeforeMigration, backupDirOf, DEFAULT_KEEP } from './modules/backups/index.ts'
import { openPictures, servedPictures } from './modules/pictures/index.ts'
import { readSettings } from './modules/settings/index.ts'
import { AppError } from './platform/app-error.ts'
import { systemClock } from './platform/clock.ts'
import { networkAddresses, schemeOf } from './platform/http/addresses.ts'
import { lowerPoolPriority, lowerProcessPriority } from './platform/limits/work-thread.ts'
import { createLog } from './platform/log.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SHUTDOWN_TIMEOUT_MS = 15_000
const MINUTE_MS = 60_000
const DATABASE_STARTUP_TIMEOUT_MS = 20_000
/** New TCP connections that may wait while the server is busy; clients retry dropped ones after about a second. */
const LISTEN_BACKLOG = 4096

const isDemo = process.argv.includes('--demo')
const printLine = (line: string) => process.stdout.write(`${line}\n`)

let stopping: Promise<void> | undefined
/** Resources in the order in which they were opened; `stop` closes them in reverse order. */
const resources: { close(): Promise<unknown> }[] = []

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const dataDir = dataFolder(config, isDemo, printLine)
  const embedded = config.databaseUrl ? undefined : await openEmbeddedDatabase(dataDir)
  const server = databaseAt(
    () => config.databaseUrl ?? embedded?.url ?? '',
    // A PostgreSQL of its own may run on another machine, where the process id means another process.
    embedded && lowerProcessPriority,
  )
  const databaseLabel = embedded ? `The database in ${dataDir}` : 'DATABASE_URL'
  const stored = openPictures(config, dataDir)
  const dir = backupDirOf(config.backup, dataDir)
  // The backup bypasses the picture cache: it would evict the pictures that guests look at.
  const backups = {
    server,
    dir,
    log,
    clock: systemClock,
    pictures: stored,
    keep: config.backup.keep ?? (isDemo ? 0 : DEFAULT_KEEP),
  }
  const beforeChange = async () => {
    if (backups.keep === 0) return
    printLine('Masa makes a backup before it brings the database up to date.')
    await backUpBeforeMigration(backups)
  }
  await retryWhileDatabaseRestarts(embedded, () => migrate(server, undefined, beforeChange)).catch((error: unknown) => {
    throw new UnusableDatabase(databaseLabel, error)
  })
  const connection = connect(server)
  resources.push(connection)

  const { db } = connection
  const pictures = servedPictures(config, stored, db)
  const now = systemClock.now()
  const demo = isDemo && !config.owner ? demoSignIns(dataDir) : undefined
  const owner = demo?.owner ?? config.owner
  const clientDir = path.join(ROOT, 'dist', 'client')
  const stayOpen = () => keepDemoOpen(db, { timeZone: config.timeZone, now: systemClock.now() })
  const { app, ...more } = await retryWhileDatabaseRestarts(embedded, async () => {
    if (config.owner) await createConfiguredOwner(db, config.owner, now)
    if (isDemo && owner) {
      await loadDemo(db, { ...demo, owner, pictures, timeZone: config.timeZone, now })
      await stayOpen()
    }
    // Read before the port opens: a server that has opened it survives the loss of its database.
    const needsOwner = !(await hasOwner(db))
    const { publicAddress } = await readSettings(db)
    const isCopy = Boolean((await readBackupOutcome(db))?.restoredAt)
    const app = await buildApp({ config, connection, clock: systemClock, log, pictures, backups, dataDir, clientDir })
    return { app, needsOwner, publicAddress, isCopy }
  }).catch((error: unknown) => {
    throw failureKind(error) === 'unavailable' ? new UnusableDatabase(databaseLabel, error) : error
  })
  resources.push(app)
  if (isDemo) {
    const nights = setInterval(() => stayOpen().catch((err) => log.warn({ err }, 'the demo may be closed')), MINUTE_MS)
    resources.push({ close: async () => clearInterval(nights) })
  }
  await lowerPoolPriority()
  await app.listen({
    port: config.port,
    host: config.host,
    backlog: LISTEN_BACKLOG,
    listenTextResolver: (address) => `listening at ${address}`,
  })
  printAddresses(app, config, { demo, ...more })
}

async function openEmbeddedDatabase(dataDir: string): Promise<EmbeddedServer> {
  const embedded = await openEmbedded({ dataDir, log: printLine })
  resources.push(embedded)
  return embedded
}

// Retries the work for up to 20 s while the database is unavailable because it restarts. A DATABASE_URL that cannot be
// reached at first is probably wrong, and is named at once.
async function retryWhileDatabaseRestarts<Result>(embedded: EmbeddedServer | undefined, work: () => Promise<Result>) {
  for (const began = performance.now(); ; await setTimeout(250)) {
    try {
      return await work()
    } catch (error) {
      const isWrongAddress = !embedded && error instanceof UnreachableDatabase
      const isTooLate = performance.now() - began > DATABASE_STARTUP_TIMEOUT_MS
      if (isWrongAddress || isTooLate || failureKind(error) !== 'unavailable') throw error
    }
  }
}

async function createConfiguredOwner(db: Database, { username, password }: Credentials, now: Date): Promise<void> {
  await ensureOwner(db, username, password, now).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'username_taken')) throw error
    throw new BadEnvironment(
      `OWNER_USERNAME=${username}: a user who is not an owner has this name. Choose another one.`,
    )
  })
}

function demoSignIns(dataDir: string) {
  mkdirSync(dataDir, { recursive: true })
  return { owner: demoOwnerCredentials(dataDir), staffPassword: demoStaffPassword(dataDir) }
}

function printAddresses(
  app: FastifyInstance,
  config: Config,
  more: {
    demo: ReturnType<typeof demoSignIns> | undefined
    needsOwner: boolean
    isCopy: boolean
    publicAddress: string | null
  },
): void {
  const { demo, needsOwner, isCopy, publicAddress } = more
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const url = config.publicUrl ?? `${schemeOf(app.server)}://localhost:${port}`
  printLine('')
  printLine(`  Masa is open:  ${url}`)
  for (const address of networkAddresses(app.server)) printLine(`  on the network: ${address}`)
  if (!config.publicUrl && publicAddress) printLine(`  for guests:    ${publicAddress}`)
  if (needsOwner) printLine(`  there is no owner yet; create the owner's account at: ${new URL('/auth', url)}`)
  if (isCopy)
    printLine(
      '  this is a restored copy: it sends nothing until an owner says in "Before service" that it is the real one',
    )
  if (demo) printLine(`  the owner signs in as "${demo.owner.username}" with the password "${demo.owner.password}"`)
  if (demo) {
    const names = DUTIES.map((duty) => `"${duty}"`).join(' and ')
    printLine(`  the kitchen and the waiters sign in as ${names}, both with the password "${demo.staffPassword}"`)
  }
  printLine('')
}

/** Closes all resources in reverse order, then exits with `code`. Forces the exit after 15 s. */
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    // A compilation that is under way at the exit can block it forever: https://github.com/nodejs/node/issues/54918.
    for (const compiler of ['maglev', 'turbofan']) v8.setFlagsFromString(`--no-${compiler}`)
    void setTimeout(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false }).then(() => process.exit(code || 1))
    for (const part of resources.reverse()) await part.close().catch(() => {})
    process.exit(code)
  })()
  return stopping
}

// The IPC channel closed: the script that started this server has exited.
process.on('disconnect', () => void stop(0))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

start().catch((error: unknown) => {
  process.stderr.write(`Masa cannot start.\n${explain(error)}\n`)
  void stop(1)
})
