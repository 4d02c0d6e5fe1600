import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { BadEnvironment, type Config, readConfig } from './config.ts'
import { type EmbeddedServer, openEmbedded, resolveDataDir } from './db/embedded/index.ts'
import { connect, type Database, failureKind, migrate } from './db/index.ts'
import { demoSignIn, loadDemo, type SignIn } from './demo.ts'
import { explain, UnusableDatabase } from './explain.ts'
import { ensureOwner } from './modules/accounts/index.ts'
import { AppError } from './platform/app-error.ts'
import { systemClock } from './platform/clock.ts'
import { bucketStore, folderStore, inMemory } from './platform/files/index.ts'
import { networkAddresses, schemeOf } from './platform/http/edge/network.ts'
import { openTls } from './platform/http/edge/tls.ts'
import { createLog, type Log } from './platform/log.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const GIVE_UP_CLOSING_MS = 15_000
const GIVE_UP_PREPARING_MS = 20_000
/** New connections that may wait while the server is busy; others are dropped, and tried again a second later. */
const MAX_WAITING = 4096

const isDemo = process.argv.includes('--demo')
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

let stopping: Promise<void> | undefined
/** What has been opened, in order; it is closed in the reverse one. */
const opened: { close(): Promise<unknown> }[] = []

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const tls = config.tls && openTls(config.tls, log)
  const fallback = path.join(ROOT, 'data', isDemo ? 'demo' : 'restaurant')
  const dataDir = config.databaseUrl
    ? (config.dataDir ?? fallback)
    : await resolveDataDir({ given: config.dataDir, fallback, log: say })

  const embedded = config.databaseUrl ? undefined : await openDatabase(dataDir, log)
  const url = () => config.databaseUrl ?? embedded?.url ?? ''
  const name = embedded ? `The database in ${dataDir}` : 'DATABASE_URL'
  await survive(embedded, () => migrate(url())).catch((error: unknown) => {
    throw new UnusableDatabase(name, error)
  })
  const connection = connect(url, (error) => log.warn({ err: error }, 'an idle database connection failed'))
  opened.push(connection)

  const { db } = connection
  const now = systemClock.now()
  const signIn = isDemo && !config.owner ? demoOwner(dataDir) : undefined
  const owner = signIn ?? config.owner
  const pictures = config.bucket ? inMemory(bucketStore(config.bucket)) : folderStore(path.join(dataDir, 'pictures'))
  const pages = path.join(ROOT, 'dist', 'client')
  const app = await survive(embedded, async () => {
    if (config.owner) await makeOwner(db, config.owner, now)
    if (isDemo && owner) await loadDemo(db, { owner, pictures, timeZone: config.timeZone, now })
    return buildApp({ config, connection, clock: systemClock, log, pictures, dataDir, pages, tls })
  }).catch((error: unknown) => {
    throw failureKind(error) === 'unavailable' ? new UnusableDatabase(name, error) : error
  })
  opened.push(app)
  await app.listen({
    port: config.port,
    host: config.host,
    backlog: MAX_WAITING,
    listenTextResolver: (address) => `listening at ${address}`,
  })
  greet(app, config, signIn)
}

async function openDatabase(dataDir: string, log: Log): Promise<EmbeddedServer> {
  const embedded: EmbeddedServer = await openEmbedded({
    dataDir,
    log: say,
    onExit: (reason) => {
      log.error(reason)
      void reopen(embedded, log)
    },
  })
  opened.push(embedded)
  return embedded
}

// The embedded PostgreSQL may die at this moment. It is started again, and the work is begun anew.
async function survive<Result>(embedded: EmbeddedServer | undefined, work: () => Promise<Result>): Promise<Result> {
  for (const began = Date.now(); ; await setTimeout(250)) {
    try {
      return await work()
    } catch (error) {
      if (!embedded || failureKind(error) !== 'unavailable' || Date.now() - began > GIVE_UP_PREPARING_MS) throw error
    }
  }
}

async function makeOwner(db: Database, { username, password }: SignIn, now: Date): Promise<void> {
  await ensureOwner(db, username, password, now).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'username_taken')) throw error
    throw new BadEnvironment(
      `OWNER_USERNAME=${username}: a user who is not an owner has this name. Choose another one.`,
    )
  })
}

// Until it runs again, calls get 503 and the boards show that they are offline.
async function reopen(embedded: EmbeddedServer, log: Log): Promise<void> {
  for (let pause = 250; !stopping; pause = Math.min(pause * 2, 10_000)) {
    try {
      await embedded.restart()
      log.info('the database runs again')
      return
    } catch (error) {
      log.error({ err: error }, 'the database does not start again yet')
      await setTimeout(pause)
    }
  }
}

function demoOwner(dataDir: string) {
  mkdirSync(dataDir, { recursive: true })
  return demoSignIn(dataDir)
}

function greet(app: FastifyInstance, config: Config, signIn: SignIn | undefined): void {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  say('')
  say(`  Masa is open:  ${config.publicUrl ?? `${schemeOf(app.server)}://localhost:${port}`}`)
  for (const url of networkAddresses(app.server)) say(`  on the network: ${url}`)
  if (signIn) say(`  the owner signs in as "${signIn.username}" with the password "${signIn.password}"`)
  say('')
}

/** Finishes what is under way and closes everything, the last opened first. */
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    void setTimeout(GIVE_UP_CLOSING_MS, undefined, { ref: false }).then(() => process.exit(code || 1))
    for (const part of opened.reverse()) await part.close().catch(() => {})
    process.exit(code)
  })()
  return stopping
}

// The script that started this server has ended, so this server ends too.
process.on('disconnect', () => void stop(0))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

start().catch((error: unknown) => {
  process.stderr.write(`Masa cannot start.\n${explain(error)}\n`)
  void stop(1)
})
