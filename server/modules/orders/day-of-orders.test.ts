import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Connection, connect } from '#server/db/index.ts'
import { createDatabase, dropDatabase, query, TEMPLATE } from '#server/testing/databases.ts'
import { readBoardOrders } from './read.ts'
import { readSummary } from './summary-repo.ts'

const NAME = `masa_day_${process.pid}`
const ORDERS = 3_000
const OPEN = 60
const NOW = new Date('2026-11-24T18:00:00Z')

let connection: Connection
beforeAll(async () => {
  const url = await createDatabase(inject('databaseServer'), NAME, TEMPLATE)
  await query(
    url,
    // Nobody has counted the rows yet, as on the first day.
    'alter table orders set (autovacuum_enabled = false)',
    `insert into orders (customer_name, phone_number, total, currency, status, token_hash, search_text, created_at, updated_at)
      select 'Ana Pop', '', 1000, 'RON', case when n > ${ORDERS - OPEN} then 'pending' else 'completed' end, '', '',
        at, at
      from generate_series(1, ${ORDERS}) n, lateral (
        select timestamptz '${NOW.toISOString()}' - (${ORDERS} - n) * interval '5 seconds' as at) placed`,
  )
  connection = connect(() => url, { requests: 1 })
})
afterAll(async () => {
  await connection.close()
  await dropDatabase(inject('databaseServer'), NAME)
})

const one = async <Row>(sql: string) => (await connection.db.$client.query(sql)).rows[0] as Row
/** The rows and pages of orders that work reads, all on one connection. */
async function costOf(work: () => Promise<unknown>) {
  const counted = async () => {
    await one('select pg_stat_force_next_flush()')
    await one('select 1')
    return one<{ rows: number; pages: number }>(
      `select (seq_tup_read + idx_tup_fetch)::int as rows, (heap_blks_read + heap_blks_hit)::int as pages
        from pg_stat_user_tables join pg_statio_user_tables using (relid)
        where pg_stat_user_tables.relname = 'orders'`,
    )
  }
  const before = await counted()
  await work()
  const after = await counted()
  return { rows: after.rows - before.rows, pages: after.pages - before.pages }
}

describe('with 3,000 orders in the day, on a database that has no statistics yet', () => {
  it('the board reads the orders that it shows, and no others', async () => {
    const cost = await costOf(async () =>
      expect((await readBoardOrders(connection.db)).orders).toHaveLength(200 + OPEN),
    )
    expect(cost.rows).toBe(200 + OPEN)
  })

  it('the summary reads each order of the day twice', async () => {
    const { rows } = await costOf(async () =>
      expect(await readSummary(connection.db, NOW, 'Europe/Bucharest')).toMatchObject({ totalOrders: ORDERS }),
    )
    expect(rows).toBeLessThanOrEqual(2 * ORDERS + OPEN)
  })

  it('nothing is compiled: that takes longer than any statement, and PostgreSQL does it by an estimate', async () => {
    for (const db of [connection.db, connection.reports, connection.signIns])
      expect((await db.execute('show jit')).rows).toEqual([{ jit: 'off' }])
  })
})
