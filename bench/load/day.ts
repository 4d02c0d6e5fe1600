/** Fills a day with orders. */
import { withClient } from '#server/testing/databases.ts'

/**
 * Copies the sample's orders until there are enough: half of the open ones pending, half preparing, the others completed.
 * @param apartMs how long after each other they were placed, the last now
 */
export async function multiplyOrders(
  databaseUrl: string,
  orders: number,
  open: number,
  apartMs = 20_000,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const columns =
      'customer_id, customer_name, phone_number, email, dining_option, table_id, table_number, notes, total, currency, ' +
      'version, changed_version, tickets, token_hash, search_text, updated_at, seen_at'
    const lines = 'menu_item_id, quantity, name, name_ro, price, notes, guest_name'
    await client.query(
      `with wanted as (
         select o.*, row_number() over (order by n, o.id) as nth from orders o, generate_series(1, $1::int) n
       ), placed as (
         insert into orders (${columns}, status, created_at)
         select ${columns}, case when nth <= $2 then 'pending' when nth <= 2 * $2::int then 'preparing' else 'completed' end,
           now() - nth * $3::int * interval '1 ms'
         from wanted where nth <= $1
         returning id
       ), with_lines as (select id from placed)
       insert into order_items (order_id, ${lines})
       select placed.id, ${lines
         .split(', ')
         .map((column) => `i.${column}`)
         .join(', ')}
       from placed join lateral (
         select * from order_items where order_id = 1 + placed.id % (select count(*) from orders)
       ) i on true`,
      [orders, Math.ceil(open / 2), apartMs],
    )
    await client.query('analyze')
  })
}
