import type { Restaurant } from './fixtures.ts'

export const LONG_NAME = 'Maximiliana-Alexandra Constantinescu-Brâncoveanu din Râmnicu Vâlcea'
const SHORT_NAMES = ['Ioana', 'Andrei', 'Maria', 'Vlad', 'Elena', 'Radu']

/** No order is open, and nobody calls. */
export async function emptyEvening({ query }: Restaurant): Promise<void> {
  await query(`update orders set status = 'completed' where status <> 'cancelled'`)
  await query('update table_calls set ended_at = now() where ended_at is null')
  await query('update tables set label = null where number = 2')
  await query('update settings set payments = false')
}

/**
 * As much as an evening has: 39 open orders, of which some are late, four for later, of which the first is due, and a
 * call that nobody has taken.
 */
export async function fillEvening(restaurant: Restaurant): Promise<void> {
  const { menu, placeOrder, asOwner, query } = restaurant
  await emptyEvening(restaurant)
  await query(`update tables set label = 'Grădina de vară, la fântână' where number = 2`)
  const plain = menu.filter(
    ({ takeawayFee, optionGroupIds, isSetMenu }) => !takeawayFee && !isSetMenu && optionGroupIds.length === 0,
  )
  const tables = await query<{ id: number }>('select id::int from tables order by number')
  for (let n = 0; n < 39; n++) {
    const dishes = Array.from({ length: 2 + (n % 8) }, (_, i) => plain[(n + i * 3) % plain.length]).filter(
      (dish) => !!dish,
    )
    const table = n % 3 === 0 ? undefined : tables[n % tables.length]
    const fields = {
      items: dishes.map(({ id }, i) => ({ menuItemId: id, quantity: 1 + ((n + i) % 3) })),
      total: dishes.reduce((sum, { price }, i) => sum + price * (1 + ((n + i) % 3)), 0),
      customerName: n % 5 === 0 ? LONG_NAME : SHORT_NAMES[n % 6],
      phoneNumber: `0722 000 1${10 + n}`,
      ...(n % 7 === 0 && { notes: 'Alergie la nuci; la masa de lângă fereastră, cu scaun de copil' }),
      ...(table && { diningOption: 'dine-in', tableId: table.id }),
    }
    const { id } = table
      ? ((await (await asOwner('POST', '/api/orders', fields)).json()) as { id: number })
      : await placeOrder(fields)
    const status = n < 24 ? 'pending' : n < 32 ? 'preparing' : n < 36 ? 'ready' : 'delivered'
    await query(
      `update orders set status = $2, seen_at = now(), created_at = now() - make_interval(mins => $3) where id = $1`,
      [id, status, n < 20 ? n * 2 : n * 3],
    )
    if (n < 12 && n % 3 === 0)
      await query(
        `update orders set created_at = now() - interval '2 hours', seen_at = case $2::int when 1 then now() end,
           start_at = now() + make_interval(mins => 40 * $2 - 1), pickup_at = now() + make_interval(mins => 40 * $2 + 19)
         where id = $1`,
        [id, n / 3],
      )
  }
  await query(
    `insert into table_calls (table_id, kind, token, created_at) select id, 'bill', 'late', now() - interval '6 minutes'
     from tables where number = 4 on conflict (table_id, kind) do update set ended_at = null, created_at = excluded.created_at`,
  )
}
