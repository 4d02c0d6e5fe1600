import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, type TestContext } from 'vitest'
import { processesOf, query, until } from '#server/db/embedded/fixtures/tools.ts'
import { openEmbedded } from '#server/db/embedded/index.ts'
import { launchProcess, type RunningServer } from '#server/testing/process.ts'
import { migratedStorage, newStorage, onEmbedded, postgresOf, type ServerStorage } from '#server/testing/storage.ts'

const ENV = { PORT: '0', LOG_LEVEL: 'fatal' }

/** Servers and places of one test, which go when it ends. */
function servers({ onTestFinished }: TestContext) {
  const launched: ChildProcess[] = []
  const places: ServerStorage[] = []
  onTestFinished(async () => {
    for (const server of launched) {
      const isOver = () => server.exitCode !== null || server.signalCode !== null
      server.kill('SIGTERM')
      await until(isOver, 20_000)
    }
    const left = () => places.flatMap(({ env }) => processesOf(env.DATA_DIR))
    await until(() => left().length === 0, 10_000).finally(() => kill(...left()))
    for (const made of places) await made.remove()
  })

  /** @param make where the server is to run; a place that was never started on, unless said otherwise */
  async function place(make = newStorage): Promise<ServerStorage> {
    const made = await make()
    places.push(made)
    return made
  }

  function launch(at: ServerStorage) {
    const { process, serving } = launchProcess({ ...ENV, ...at.env })
    launched.push(process)
    // Those that are killed before they serve are awaited by nobody.
    serving.catch(() => {})
    return { process, serving }
  }

  const start = (at: ServerStorage): Promise<RunningServer> => launch(at).serving
  return { place, launch, start }
}

function kill(...pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function expectWhole(at: ServerStorage, { url }: RunningServer): Promise<void> {
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${url}/api/menu/categories`)).json()).toHaveLength(23)
  const [applied] = await query(at.url(), 'select count(*)::int as migrations from drizzle.__drizzle_migrations')
  const files = readdirSync(new URL('../server/db/migrations', import.meta.url)).filter((name) => name.endsWith('.sql'))
  expect(applied).toEqual({ migrations: files.length })
}

describe.runIf(onEmbedded)('the first start, killed', { concurrent: true }, () => {
  const DEATHS = [300, 1300].flatMap((from) => [['the server alone', from] as const, ['all', from] as const])
  it.for(DEATHS)('is begun anew: %s killed after %i ms or more', async ([who, from], test) => {
    const { place, launch, start } = servers(test)
    const at = await place()
    const dying = launch(at)
    await sleep(from + randomInt(500))
    kill(dying.process.pid ?? 0, ...(who === 'the server alone' ? [] : processesOf(at.env.DATA_DIR)))
    await expectWhole(at, await start(at))
  })
})

describe.concurrent('a migration, killed midway', () => {
  it('has changed nothing, and the next start does it whole', async (test) => {
    const { place, launch, start } = servers(test)
    const at = await place()
    await slowMigrations(at)
    const dying = launch(at)
    await midway(at)
    kill(dying.process.pid ?? 0)
    await expectWhole(at, await start(at))
  })

  it.runIf(onEmbedded)('is done again by the same start when PostgreSQL alone dies', async (test) => {
    const { place, launch } = servers(test)
    const at = await place()
    await slowMigrations(at)
    const { serving } = launch(at)
    await midway(at)
    kill(postgresOf(at.env.DATA_DIR))
    await expectWhole(at, await serving)
  })

  it.runIf(onEmbedded)('is done by the next start when all die', async (test) => {
    const { place, launch, start } = servers(test)
    const at = await place()
    await slowMigrations(at)
    const dying = launch(at)
    await midway(at)
    kill(dying.process.pid ?? 0, ...processesOf(at.env.DATA_DIR))
    await expectWhole(at, await start(at))
  })
})

describe.runIf(onEmbedded && process.platform === 'linux')('a running server', { concurrent: true }, () => {
  it('comes back by itself when one process of its PostgreSQL dies, and when all do', async (test) => {
    const { place, start } = servers(test)
    const at = await place(migratedStorage)
    const server = await start(at)
    const postmaster = postgresOf(at.env.DATA_DIR)
    const [backend] = await query(
      at.url(),
      'select min(pid)::int as pid from pg_stat_activity where datname is not null',
    )
    kill(Number(backend?.pid))
    await comesBack(server)
    expect(postgresOf(at.env.DATA_DIR)).toBe(postmaster)
    kill(...processesOf(at.env.DATA_DIR).filter((pid) => pid !== server.process.pid))
    await comesBack(server)
    await expectWhole(at, server)
  })

  it('and its PostgreSQL, killed at once, are there again at the next start', async (test) => {
    const { place, start } = servers(test)
    const at = await place(migratedStorage)
    const server = await start(at)
    kill(server.process.pid ?? 0, ...processesOf(at.env.DATA_DIR))
    await expectWhole(at, await start(at))
  })
})

/** Waits until what was killed is noticed and over; says 503 with Retry-After meanwhile, and nothing else. */
async function comesBack({ url }: RunningServer): Promise<void> {
  // The test's time-out ends this.
  for (let good = 0; good < 10; ) {
    const answer = await fetch(`${url}/readyz`)
    if (answer.status === 200) good++
    else expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true])
    await sleep(10)
  }
}

/** Each step of the migration takes a moment, so that it can be met midway. */
async function slowMigrations(at: ServerStorage): Promise<void> {
  const embedded = onEmbedded ? await openEmbedded({ dataDir: at.env.DATA_DIR, log: () => {} }) : undefined
  try {
    await query(
      at.url(),
      'create function take_time() returns event_trigger language plpgsql as $$ begin perform pg_sleep(0.03); end $$',
      'create event trigger take_time on ddl_command_end execute function take_time()',
    )
  } finally {
    await embedded?.close()
  }
}

async function midway(at: ServerStorage): Promise<void> {
  const working = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and query ~ '^\\s*CREATE INDEX' and wait_event = 'PgSleep'`
  // By the clock and not by tries: a loaded machine may take long before its first migration.
  for (const until = Date.now() + 120_000; Date.now() < until; ) {
    const [row] = await Promise.resolve()
      .then(() => query(at.url(), working))
      .catch(() => [])
    if (Number(row?.n) > 0) return
    await sleep(5)
  }
  throw new Error('no migration was seen')
}
