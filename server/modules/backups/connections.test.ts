import { readFile, rm } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CONNECTIONS_PER_INSTANCE, MAX_CONNECTIONS, ONE_AT_A_TIME, POOL_SIZES } from '#server/db/connect.ts'
import { type EmbeddedServer, openEmbedded } from '#server/db/embedded/index.ts'
import { type Connection, connect, migrate, poolOf } from '#server/db/index.ts'
import { query } from '#server/testing/databases.ts'
import { recordingLog } from '#server/testing/log.ts'
import { memoryStore } from '#server/testing/pictures.ts'
import { temporaryFolder } from '#server/testing/temporary-database.ts'
import { backupsOf } from './fixtures/places.ts'
import { BackupMaker, backUpWhenDue } from './schedule.ts'

let dataDir = ''
let embedded: EmbeddedServer
let connection: Connection
let moment = new Date()
const clock = {
  now: () => moment,
  set: (set: Date) => {
    moment = set
  },
}
const releases: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  dataDir = await temporaryFolder()
  embedded = await openEmbedded({ dataDir, log: () => {} })
  await migrate(embedded.url)
  connection = connect(
    () => embedded.url,
    () => {},
  )
})
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
})
afterAll(async () => {
  await connection.close()
  await embedded.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

const pools = () =>
  Object.values(connection).flatMap((part) =>
    typeof part === 'object' && '$client' in part ? (poolOf(part) ?? []) : [],
  )

/** Takes every connection of every pool. */
async function fillPools(): Promise<number> {
  const taken = await Promise.all(
    pools().flatMap((pool) => Array.from({ length: pool.options.max }, () => pool.connect())),
  )
  releases.push(async () => taken.map((client) => client.release(true)))
  return taken.length
}

/** Connects as other parts of Masa do, beside the pools. */
async function occupy(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const client = new pg.Client({ connectionString: embedded.url })
    await client.connect()
    releases.push(() => client.end())
  }
}

const openHere = () => backupsOf({ connection, clock, pictures: memoryStore() })

describe('the connections to the database', () => {
  it('are as many as the embedded server accepts, and as the papers say', async () => {
    const sizes = Object.values<number>(POOL_SIZES)
    expect(pools().map(({ options }) => options.max)).toEqual(sizes)
    expect(await query(embedded.url, 'show max_connections')).toEqual([{ max_connections: String(MAX_CONNECTIONS) }])
    const paper = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
    const named = /An\s+instance\s+takes\s+up\s+to\s+(\d+)\s+connections/.exec(paper)?.[1]
    expect(Number(named)).toBe(CONNECTIONS_PER_INSTANCE)
  })

  it('leave room for a backup while all others are in use', async () => {
    const { backups, make } = await openHere()
    await occupy(MAX_CONNECTIONS - (await fillPools()) - ONE_AT_A_TIME.backup)
    expect(await make()).toMatchObject({ checked: true })
    await backups.close()
  })

  it('lack for a backup only until the next check, a minute later', async () => {
    const { backups } = await openHere()
    const { log } = recordingLog()
    const maker = new BackupMaker(backups, { db: connection.live, clock, log: log as never })
    const check = async (at: string) => {
      clock.set(new Date(at))
      await backUpWhenDue({ db: connection.live, backups, maker, clock, timeZone: 'Europe/Bucharest' })
      await expect.poll(async () => (await backups.state()).running, { timeout: 30_000 }).toBe(false)
      return (await backups.list()).length
    }
    clock.set(new Date('2026-11-22T15:00:00.000Z'))
    await query(embedded.url, 'delete from backup_state')
    // All but the one that holds the lease.
    await occupy(MAX_CONNECTIONS - 1)
    const begun = await backups.begin('schedule')
    await expect(begun?.done).rejects.toMatchObject({ code: '53300' })
    for (const release of releases.splice(0)) await release()
    expect(await backups.state()).toMatchObject({ failure: 'no_connection' })
    expect(await check('2026-11-22T15:00:30.000Z')).toBe(0)
    expect(await check('2026-11-22T15:01:00.000Z')).toBe(1)
    await maker.close()
  })
})
