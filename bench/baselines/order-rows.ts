import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type BenchOrder, columnsOf } from '../load/orders.ts'

// Every statement is prepared under a name, so that PostgreSQL parses it once per connection.
const CUSTOMER = `
  with known as (select id from customers where phone_number = $2),
  added as (
    insert into customers (name, phone_number, created_at, updated_at)
    select $1, $2, $4, $4 where not exists (select from known) returning id
  )
  insert into customer_figures (customer_id, order_count, total_spent, first_order, last_order)
  select id, 1, $3, $4, $4 from (select id from known union all select id from added) customer
  on conflict (customer_id) do update set
    order_count = customer_figures.order_count + 1,
    total_spent = customer_figures.total_spent + excluded.total_spent,
    last_order = greatest(customer_figures.last_order, excluded.last_order)
  returning customer_id as id`

const TABLE = 'select status from tables where id = $1 for update'
const OCCUPY = `update tables set status = 'occupied', updated_at = $2 where id = $1`

const ORDER = `
  with placed as (
    insert into orders (customer_id, customer_name, phone_number, dining_option, table_id, table_number, total, currency,
      token_hash, search_text, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, 'lei', $8, $9, $10, $10)
    returning id
  ), lines as (
    insert into order_items (order_id, station_id, menu_item_id, quantity, name, name_ro, price)
    select placed.id, 1, line.* from placed, unnest($11::bigint[], $12::int[], $13::text[], $14::text[], $15::bigint[]) line
    returning id
  ), history as (
    insert into order_status_changes (order_id, status, at) select id, 'pending', $10 from placed
  )
  select placed.id, pg_notify('masa', json_build_object('topic', 'order', 'id', placed.id)::text),
    (select array_agg(id) from lines) as lines
  from placed`

const KEY = `insert into idempotency_keys (key, body_hash, response, shows, created_at) values ($1, $2, $3, 'other', $4)`

/** Writes one order with all its rows, in one transaction of five round trips. */
export async function writeOrder(client: pg.PoolClient, order: BenchOrder, key: string): Promise<void> {
  const now = new Date()
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  const { table, lines, total, customerName, phoneNumber, diningOption } = order
  const token = randomBytes(24).toString('base64url')
  await client.query('begin')
  try {
    let customer: { id: number } | undefined
    if (table) {
      const [row] = (await run('table', TABLE, [table.id])).rows
      if (row?.status !== 'occupied') await run('occupy', OCCUPY, [table.id, now])
    } else {
      customer = (await run('customer', CUSTOMER, [customerName, phoneNumber, total, now])).rows[0]
    }
    const placed = await run('order', ORDER, [
      customer?.id ?? null,
      customerName,
      phoneNumber,
      diningOption,
      table?.id ?? null,
      table?.number ?? null,
      total,
      createHash('sha256').update(token).digest('base64url'),
      `${customerName} ${phoneNumber}`.toLowerCase(),
      now,
      ...columnsOf(lines),
    ])
    const response = JSON.stringify({ ...order, ids: placed.rows[0], createdAt: now, orderToken: token })
    const bodyHash = createHash('sha256').update(JSON.stringify(lines)).digest('base64url')
    await run('key', KEY, [key, bodyHash, response, now])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
