import { readFile, rm } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CONNECTIONS_PER_INSTANCE, MAX_CONNECTIONS, ONE_AT_A_TIME, POOL_SIZES } from '#server/db/connect.ts'
import { type EmbeddedServer, openEmbedded } from '#server/db/embedded/index.ts'
import { type Connection, connect, migrate, poolOf } from '#server/db/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { backupsOf } from '#server/testing/backups.ts'
import { query } from '#server/testing/databases.ts'
import { memoryStore } from '#server/testing/pictures.ts'
import { temporaryFolder } from '#server/testing/temporary-database.ts'

let dataDir = ''
let embedded: EmbeddedServer
let connection: Connection
const releases: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  dataDir = await temporaryFolder()
  embedded = await openEmbedded({ dataDir, log: () => {} })
  await migrate(embedded.url)
  connection = connect(() => embedded.url)
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

/** Opens connections beside the pools, as other parts of Masa do. */
async function occupy(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const client = new pg.Client({ connectionString: embedded.url })
    await client.connect()
    releases.push(() => client.end())
  }
}

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
    const { make } = await backupsOf({ connection, clock: systemClock, pictures: memoryStore() })
    await occupy(MAX_CONNECTIONS - (await fillPools()) - ONE_AT_A_TIME.backup)
    expect(await make()).toMatchObject({ checked: true })
  })
})
