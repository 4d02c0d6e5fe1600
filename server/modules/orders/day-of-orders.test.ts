import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { anonymizeResponses, type Connection, connect, inTransaction } from '#server/db/index.ts'
import { createDatabase, dropDatabase, query, TEMPLATE } from '#server/testing/databases.ts'
import { rowsRead } from '#server/testing/rows-read.ts'
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

describe('with 3,000 orders in the day, on a database that has no statistics yet', () => {
  it('the board reads the orders that it shows, and no others', async () => {
    const read = await rowsRead(connection.db, 'orders', async () =>
      expect((await readBoardOrders(connection.db)).orders).toHaveLength(200 + OPEN),
    )
    expect(read).toBe(200 + OPEN)
  })

  it('the summary reads each order of the day twice', async () => {
    const read = await rowsRead(connection.db, 'orders', async () =>
      expect(await readSummary(connection.db, NOW, 'Europe/Bucharest')).toMatchObject({ totalOrders: ORDERS }),
    )
    expect(read).toBeLessThanOrEqual(2 * ORDERS + OPEN)
  })

  it('erasing a person reads the stored responses that show the order, and no others', async () => {
    await connection.db.$client.query(
      `insert into idempotency_keys (key, body_hash, response, shows, shown_id, created_at)
        select 'key ' || n, '', '{}', 'order', n, now() from generate_series(1, ${ORDERS}) n`,
    )
    const erased = { shows: 'order' as const, ids: [7, 8], anonymized: (response: unknown) => response }
    const read = await rowsRead(connection.db, 'idempotency_keys', () =>
      inTransaction(connection.db, (tx) => anonymizeResponses(tx, erased)),
    )
    // Each is found once, and once more by its key.
    expect(read).toBe(4)
  })

  it('nothing is compiled: that takes longer than any statement, and PostgreSQL does it by an estimate', async () => {
    for (const db of [connection.db, connection.reports, connection.signIns])
      expect((await db.execute('show jit')).rows).toEqual([{ jit: 'off' }])
  })
})
