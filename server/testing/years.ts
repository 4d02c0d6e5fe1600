/** Years of orders and many customers, written by SQL in seconds, without the product's rules and triggers. */
import type pg from 'pg'

export const YEARS = 10

export interface HistorySize {
  orders: number
  customers: number
}

/**
 * Inserts customers, and orders spread over ten years: each has three lines; half are for tables, the others from
 * customers, of whom the first has a thousandth of all orders.
 * @param client a connection with `session_replication_role=replica`, so that no trigger runs
 */
export async function addYears(client: pg.Client, { orders, customers }: HistorySize): Promise<void> {
  await client.query('begin')
  await client.query("set local maintenance_work_mem = '256MB'")
  const indexes = await dropIndexes(client)
  await addCustomers(client, customers)
  await client.query(
    `create temporary table history_customers on commit drop as
     select id, name, phone_number, email, search_text, row_number() over (order by id) - 1 as position
     from customers where merged_into is null`,
  )
  await client.query(
    `create temporary table lines on commit drop as
     select i, l, dish.id, dish.name, dish.name_ro, dish.price, 1 + (i + l) % 3 as quantity
     from generate_series(1, ${orders}) i cross join generate_series(0, 2) l
     join (select *, row_number() over (order by id) - 1 as index, count(*) over () as dishes from menu_items) dish
       on dish.index = (i * 3 + l * 7) % dish.dishes`,
  )
  await client.query('create temporary table first on commit drop as select coalesce(max(id), 0) as id from orders')
  await client.query(
    `insert into orders (id, customer_id, customer_name, phone_number, email, dining_option, table_number, total, currency,
       status, version, changed_version, tickets, token_hash, search_text, created_at, updated_at, seen_at, ready_at)
     overriding system value
     select first.id + i, customer.id, coalesce(customer.name, 'Masa ' || i % 60), coalesce(customer.phone_number, '0000000000'),
       customer.email, case when i % 2 = 0 then 'dine-in' else 'takeaway' end, case when i % 2 = 0 then 1 + i % 60 end,
       total, 'lei', case when i % 25 = 0 then 'cancelled' else 'completed' end, 4, 4, '[]', repeat('x', 43),
       coalesce(customer.search_text || ' ', 'masa ' || i % 60 || ' 0000000000  ' || 1 + i % 60), at, at + interval '2 hours', at,
       at + (300 + i::bigint * 7919 % 2400) * interval '1 second'
     from (select i, sum(quantity * price) as total from lines group by i) totals cross join first
     cross join lateral (select now() - interval '1 day' - interval '${YEARS * 365} days' * ((${orders} - i) / ${orders}.0::float8) as at) placed
     left join history_customers customer
       on i % 2 = 1 and customer.position = case when i % 1000 = 1 then 0 else i::bigint * 7919 % ${customers} end
     order by i`,
  )
  await client.query(
    `insert into order_items (order_id, menu_item_id, quantity, removed_quantity, name, name_ro, price)
     select first.id + i, lines.id, quantity, case when i % 40 = 0 and l = 1 then 1 else 0 end, name, name_ro, price
     from lines cross join first order by i, l`,
  )
  await client.query("select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) from orders))")
  for (const { definition } of indexes) await client.query(definition)
  await client.query('commit')
  for (const table of ['customers', 'customer_figures', 'orders', 'order_items'])
    await client.query(`vacuum (analyze) ${table}`)
}

/** Drops the indexes that are slower to maintain than to rebuild. @returns their definitions */
async function dropIndexes(client: pg.Client): Promise<{ definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('orders'::regclass, 'order_items'::regclass) and not indisprimary`,
  )
  await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`)
  return rows
}

/** Inserts customers like those of many years: a few names, distinct numbers with any digits, some with an e-mail address. */
export async function addCustomers(client: pg.Client, customers: number): Promise<void> {
  await client.query(
    `insert into customers (name, phone_number, email, search_text, created_at, updated_at)
     select name, number, email, lower(translate(name, 'ăâîșțȘȚ', 'aaistST')) || ' ' || number || ' ' || coalesce(email, ''),
       at, at
     from generate_series(1, ${customers}) i
     cross join lateral (select now() - i * interval '17 minutes' as at) moment
     cross join lateral (select '407' || lpad((i::bigint * 7919317 % 100000000)::text, 8, '0') as number,
       case when i % 3 = 0 then 'guest' || i || '@example.com' end as email) reached
     cross join lateral (select (array['Popescu', 'Ionescu', 'Țurcanu', 'Gavrilă', 'Bălan', 'Rusu', 'Dobre'])[1 + i % 7]
       || ' ' || (array['Ana', 'Ștefan', 'Mihai', 'Ioana', 'Răzvan', 'Zoița', 'Dan', 'Elena', 'Vlad', 'Oana', 'Ilinca'])[1 + i % 11] as name) named
     on conflict do nothing`,
  )
  await client.query(
    `insert into customer_figures (customer_id, order_count, total_spent, first_order, last_order)
     select id, id % 40, (id % 40) * 5700, created_at - interval '1 year', created_at from customers
     on conflict do nothing`,
  )
  await client.query('analyze customers, customer_figures')
}
