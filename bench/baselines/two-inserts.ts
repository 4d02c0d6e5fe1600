import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type BenchOrder, columnsOf } from '../load/orders.ts'

const ORDER = `
  insert into orders (customer_name, phone_number, dining_option, table_id, table_number, total, currency, token_hash,
    search_text, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, 'lei', $7, $8, $9, $9) returning id`

const LINES = `
  insert into order_items (order_id, station_id, menu_item_id, quantity, name, name_ro, price)
  select $1, 1, line.* from unnest($2::bigint[], $3::int[], $4::text[], $5::text[], $6::bigint[]) line`

/** Writes an order and its lines, and nothing else, in one transaction of four round trips. */
export async function writeTwoInserts(client: pg.PoolClient, order: BenchOrder): Promise<void> {
  const { table, lines, total, customerName, phoneNumber, diningOption } = order
  await client.query('begin')
  const placed = await client.query({
    name: 'order_alone',
    text: ORDER,
    values: [
      customerName,
      phoneNumber,
      diningOption,
      table?.id ?? null,
      table?.number ?? null,
      total,
      randomBytes(24).toString('base64url'),
      `${customerName} ${phoneNumber}`.toLowerCase(),
      new Date(),
    ],
  })
  await client.query({ name: 'lines_alone', text: LINES, values: [placed.rows[0].id, ...columnsOf(lines)] })
  await client.query('commit')
}
