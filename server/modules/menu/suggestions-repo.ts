import { sql } from 'drizzle-orm'
import type { Reader } from '#server/db/index.ts'
import { orderItems, orders } from '#server/db/schema/index.ts'

/** Dishes that were together in fewer orders may have been so by chance. */
const MIN_ORDERS = 5
const MAX_OTHERS = 2

/** For the id of a dish, those that were most often ordered with it. */
export type Pairs = Record<string, number[]>

/** For each dish, the two most often ordered with it since a moment, without what was cancelled or taken off. */
export async function readPairs(db: Reader, since: Date): Promise<Pairs> {
  const { rows } = await db.execute<{ dish: string; others: string[] }>(sql`
    with lines as (
      select distinct ${orderItems.orderId} as order_id, ${orderItems.menuItemId} as dish
      from ${orders} join ${orderItems} on ${orderItems.orderId} = ${orders.id}
      where ${orders.createdAt} >= ${since.toISOString()} and ${orders.status} <> 'cancelled'
        and not ${orders.isTest}
        and ${orderItems.quantity} > 0 and ${orderItems.menuItemId} is not null
    ), pairs as (
      select one.dish, other.dish as other,
        row_number() over (partition by one.dish order by count(*) desc, other.dish) as place
      from lines one join lines other on other.order_id = one.order_id and other.dish <> one.dish
      group by one.dish, other.dish having count(*) >= ${MIN_ORDERS}
    )
    select dish, array_agg(other order by place) as others from pairs where place <= ${MAX_OTHERS} group by dish`)
  return Object.fromEntries(rows.map(({ dish, others }) => [dish, others.map(Number)]))
}
