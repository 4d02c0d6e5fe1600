import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, inject, vi } from 'vitest'
import { connect, type Database } from '../db/index.ts'
import { type Announcement, listen } from '../platform/live/announcements.ts'
import type { Log } from '../platform/log.ts'
import type { TestServer } from './app.ts'
import { createDatabase, dropDatabase, TEMPLATE } from './databases.ts'
import { atFileEnd } from './file-end.ts'
import { recordingLog } from './log.ts'
import { WAIT_OPTIONS } from './phone.ts'

/** Returns how many connections to the server's database wait for a lock. */
export async function countLockWaits({ connection }: Pick<TestServer, 'connection'>): Promise<number> {
  // Outside the transaction that holds the lock, which would not see connections that were opened after its first look.
  const { rows } = await connection.reports.execute(
    sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/** Resolves when this many connections to the server's database wait for a lock. */
export function untilLockWaits(server: Pick<TestServer, 'connection'>, count = 1): Promise<void> {
  return vi.waitFor(async () => expect(await countLockWaits(server)).toBe(count))
}

/** Searches all text columns of the database. @returns the columns that contain one of the texts, as `table.column` */
export async function columnsWith({ connection: { db } }: TestServer, texts: readonly string[]): Promise<string[]> {
  const { rows: columns } = await db.execute<{ table: string; column: string; type: string }>(sql`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and data_type not in ('bigint', 'integer', 'smallint', 'boolean', 'numeric')`)
  expect(columns.length).toBeGreaterThan(60)
  const found: string[] = []
  for (const { table, column } of columns) {
    const has = sql.join(
      texts.map((text) => sql`${sql.identifier(column)}::text ilike ${`%${text}%`}`),
      sql` or `,
    )
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)} where ${has}`,
    )
    if (rows[0]?.count) found.push(`${table}.${column}`)
  }
  return found.sort()
}

/** Collects the announcements of `work` in the order of its commits. Unlike frames, none is left out or combined. */
export async function announcedBy({ connection }: TestServer, work: () => Promise<unknown>): Promise<Announcement[]> {
  const received: Announcement[] = []
  const { log } = recordingLog()
  const listening = await listen(
    connection.server,
    log as Log,
    (announcement) => received.push(announcement),
    () => {},
  )
  const end = randomUUID()
  await work()
  await connection.db.execute(sql`select pg_notify('masa', ${JSON.stringify({ topic: end })})`)
  const last = () => received.findIndex(({ topic }) => topic === end)
  // A clock that the test has moved may be announced after it.
  await expect.poll(last, WAIT_OPTIONS).not.toBe(-1)
  await listening.close()
  return received.slice(0, last())
}

/** Creates a migrated, empty database, dropped when the test file ends. Call it within a test or a hook. */
export async function emptyDatabase(): Promise<Database> {
  const name = `masa_test_${randomBytes(6).toString('hex')}`
  const url = await createDatabase(inject('databaseServer'), name, TEMPLATE)
  const connection = connect(() => url, { requests: 6, reports: 1 })
  atFileEnd(async () => {
    await connection.close()
    await dropDatabase(inject('databaseServer'), name)
  })
  return connection.db
}
