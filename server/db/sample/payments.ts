import { sql } from 'drizzle-orm'
import type { Tx } from '../index.ts'

export interface PaidTime {
  from: Date
  to: Date
  by: { userId: number; username: string }
}

/** Paid when they ended: most by card or cash, some with a tip, a few by vouchers; always the same way. */
export async function writeSamplePayments(tx: Tx, { from, to, by }: PaidTime): Promise<void> {
  await tx.execute(sql`
    with paid as (
      select id, total, currency, ended_at, nextval(pg_get_serial_sequence('day_entries', 'id')) as entry_id,
        case when id % 20 = 7 then 3 when id % 5 < 2 then 1 else 2 end as method,
        case when dining_option = 'dine-in' and id % 20 <> 7 then (array[0, 5, 0, 10])[1 + id % 4] else 0 end as percent
      from (
        select * from orders
        where status = 'completed' and ended_at >= ${from.toISOString()} and ended_at < ${to.toISOString()}
        order by ended_at, id
      ) completed
    ), entries as (
      insert into day_entries (id, kind, at, user_id, username, currency, method_id, method_kind, method_name,
        method_name_ro, amount, tip)
      overriding system value
      select entry_id, 'payment', ended_at, ${by.userId}, ${by.username}, paid.currency, method, known ->> 'kind',
        known ->> 'name', known ->> 'nameRo', total, total * percent / 100
      from paid, settings, jsonb_array_elements(payment_methods) known
      where (known ->> 'id')::int = method
    ), shares as (
      insert into entry_shares (entry_id, order_id, amount) select entry_id, id, total from paid
    )
    update orders set paid = paid.total from paid where orders.id = paid.id`)
}
