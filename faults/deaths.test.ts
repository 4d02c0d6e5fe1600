import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, type TestContext } from 'vitest'
import { openEmbedded } from '#server/db/embedded/index.ts'
import { query } from '#server/testing/databases.ts'
import { processesOf, until } from '#server/testing/embedded.ts'
import { launchProcess, type RunningServer } from '#server/testing/process.ts'
import { migratedStorage, newStorage, onEmbedded, postgresOf, type ServerStorage } from '#server/testing/storage.ts'

const ENV = { PORT: '0', LOG_LEVEL: 'fatal' }

/** Starts servers and creates their storages for one test, and removes both when it ends. */
function servers({ onTestFinished }: TestContext) {
  const launched: ChildProcess[] = []
  const storages: ServerStorage[] = []
  onTestFinished(async () => {
    for (const server of launched) {
      const isOver = () => server.exitCode !== null || server.signalCode !== null
      server.kill('SIGTERM')
      await until(isOver, 20_000)
    }
    const remaining = () => storages.flatMap(({ env }) => processesOf(env.DATA_DIR))
    await until(() => remaining().length === 0, 10_000).finally(() => kill(...remaining()))
    for (const storage of storages) await storage.remove()
  })

  /** @param create creates the storage; by default an empty one, without a database */
  async function newServerStorage(create = newStorage): Promise<ServerStorage> {
    const storage = await create()
    storages.push(storage)
    return storage
  }

  function launch(storage: ServerStorage) {
    const { process, serving } = launchProcess({ ...ENV, ...storage.env })
    launched.push(process)
    // If a test kills the server early, nobody awaits this promise, which then rejects.
    serving.catch(() => {})
    return { process, serving }
  }

  const start = (storage: ServerStorage): Promise<RunningServer> => launch(storage).serving
  return { newServerStorage, launch, start }
}

function kill(...pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
}

async function expectIntact(storage: ServerStorage, { url }: RunningServer): Promise<void> {
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${url}/api/menu/categories`)).json()).toHaveLength(23)
  const [applied] = await query(storage.url(), 'select count(*)::int as migrations from drizzle.__drizzle_migrations')
  const files = readdirSync(new URL('../server/db/migrations', import.meta.url)).filter((name) => name.endsWith('.sql'))
  expect(applied).toEqual({ migrations: files.length })
}

describe.runIf(onEmbedded)('a first start that is killed', { concurrent: true }, () => {
  const DEATHS = [300, 1300].flatMap((minMs) => [
    ['the server alone', minMs] as const,
    ['server and PostgreSQL', minMs] as const,
  ])
  it.for(DEATHS)('is completed by the next start (%s killed after %i ms or more)', async ([killed, minMs], test) => {
    const { newServerStorage, launch, start } = servers(test)
    const storage = await newServerStorage()
    const dying = launch(storage)
    await sleep(minMs + randomInt(500))
    kill(dying.process.pid ?? 0, ...(killed === 'the server alone' ? [] : processesOf(storage.env.DATA_DIR)))
    await expectIntact(storage, await start(storage))
  })
})

describe.concurrent('a migration that is killed midway', () => {
  it('changes nothing, and the next start completes it', async (test) => {
    const { newServerStorage, launch, start } = servers(test)
    const storage = await newServerStorage()
    await slowMigrations(storage)
    const dying = launch(storage)
    await untilMidway(storage)
    kill(dying.process.pid ?? 0)
    await expectIntact(storage, await start(storage))
  })

  it.runIf(onEmbedded)('is repeated by the same start if only PostgreSQL was killed', async (test) => {
    const { newServerStorage, launch } = servers(test)
    const storage = await newServerStorage()
    await slowMigrations(storage)
    const { serving } = launch(storage)
    await untilMidway(storage)
    kill(postgresOf(storage.env.DATA_DIR))
    await expectIntact(storage, await serving)
  })

  it.runIf(onEmbedded)('is completed by the next start if server and PostgreSQL were killed', async (test) => {
    const { newServerStorage, launch, start } = servers(test)
    const storage = await newServerStorage()
    await slowMigrations(storage)
    const dying = launch(storage)
    await untilMidway(storage)
    kill(dying.process.pid ?? 0, ...processesOf(storage.env.DATA_DIR))
    await expectIntact(storage, await start(storage))
  })
})

describe.runIf(onEmbedded && process.platform === 'linux')('a running server', { concurrent: true }, () => {
  it('recovers by itself when one process of its PostgreSQL is killed, and when all are', async (test) => {
    const { newServerStorage, start } = servers(test)
    const storage = await newServerStorage(migratedStorage)
    const server = await start(storage)
    const postmaster = postgresOf(storage.env.DATA_DIR)
    const [backend] = await query(
      storage.url(),
      'select min(pid)::int as pid from pg_stat_activity where datname is not null',
    )
    kill(Number(backend?.pid))
    await waitUntilRecovered(server)
    expect(postgresOf(storage.env.DATA_DIR)).toBe(postmaster)
    kill(...processesOf(storage.env.DATA_DIR).filter((pid) => pid !== server.process.pid))
    await waitUntilRecovered(server)
    await expectIntact(storage, server)
  })

  it('starts again after it was killed together with its PostgreSQL', async (test) => {
    const { newServerStorage, start } = servers(test)
    const storage = await newServerStorage(migratedStorage)
    const server = await start(storage)
    kill(server.process.pid ?? 0, ...processesOf(storage.env.DATA_DIR))
    await expectIntact(storage, await start(storage))
  })
})

/** Waits until /readyz responds 200 ten times in a row; every other response must be 503 with Retry-After. */
async function waitUntilRecovered({ url }: RunningServer): Promise<void> {
  // The test's timeout ends this loop if the server never recovers.
  for (let successes = 0; successes < 10; ) {
    const response = await fetch(`${url}/readyz`)
    if (response.status === 200) successes++
    else expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([503, true])
    await sleep(10)
  }
}

/** Slows down the migrations where they create indexes, so that a test can kill processes midway. */
async function slowMigrations(storage: ServerStorage): Promise<void> {
  const embedded = onEmbedded ? await openEmbedded({ dataDir: storage.env.DATA_DIR, log: () => {} }) : undefined
  try {
    await query(
      storage.url(),
      'create function take_time() returns event_trigger language plpgsql as $$ begin perform pg_sleep(0.03); end $$',
      "create event trigger take_time on ddl_command_end when tag in ('CREATE INDEX') execute function take_time()",
    )
  } finally {
    await embedded?.close()
  }
}

/** Waits until a migration is running. */
async function untilMidway(storage: ServerStorage): Promise<void> {
  const runningMigrations = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and query ~ '^\\s*CREATE INDEX' and wait_event = 'PgSleep'`
  // A timeout instead of a number of attempts: a busy machine may take long before its first migration.
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
    const [row] = await Promise.resolve()
      .then(() => query(storage.url(), runningMigrations))
      .catch(() => [])
    if (Number(row?.n) > 0) return
    await sleep(5)
  }
  throw new Error('no migration was running within two minutes')
}
