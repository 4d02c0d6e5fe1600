import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { phoneDigits } from '#shared/domain/customers/phone.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { type OrderStatus, PLACEHOLDER_PHONE } from '#shared/domain/orders/order.ts'
import { searchedText } from '#shared/domain/search.ts'
import { addDays, localTime, momentOf } from '#shared/domain/time/local-time.ts'
import type { Tx } from '../index.ts'
import {
  customerFigures,
  customerSearchText,
  customers,
  orderItems,
  orderStatusChanges,
  orders,
} from '../schema/index.ts'
import { sampleMenu } from './menu.ts'
import { type SampleOrderFields, sampleRestaurant } from './restaurant.ts'

/** A completed or cancelled order. */
export interface PastOrder extends SampleOrderFields {
  at: Date
  /** Status changes in chronological order; the last one is completed or cancelled. */
  steps: { status: OrderStatus; at: Date }[]
}

/** A line of history.jsonl. The days are whole weeks, counted from a Monday; the steps are minutes after the placing. */
interface RecordedOrder extends SampleOrderFields {
  day: number
  time: string
  steps: Partial<Record<OrderStatus, number>>
}

const MINUTE_MS = 60_000
/** More than any order takes from its placing to its end. */
const MAX_DURATION_MS = 110 * MINUTE_MS
const HISTORY_DAYS = 35

/**
 * Five weeks of orders of the sample restaurant in chronological order, on the weekdays on which they were recorded. The
 * same arguments give the same orders.
 * @param now creation time of the restaurant, before which all orders have ended
 */
export function sampleHistory(now: Date, timeZone: string): PastOrder[] {
  const recorded = readFileSync(new URL('./history.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const until = new Date(now.getTime() - MAX_DURATION_MS)
  const today = localTime(until, timeZone).day
  const daysSinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  return recorded.flatMap((line) => {
    const { day, time, steps, ...order }: RecordedOrder = JSON.parse(line)
    const minute = { day: addDays(today, day - HISTORY_DAYS - daysSinceMonday), time: time.slice(0, 5) }
    const at = momentOf(minute, timeZone).getTime() + Number(time.slice(6)) * 1000
    if (day < daysSinceMonday || at >= until.getTime()) return []
    const taken = Object.entries(steps) as [OrderStatus, number][]
    const changes = taken.map(([status, minutes]) => ({ status, at: new Date(at + minutes * MINUTE_MS) }))
    return { ...order, at: new Date(at), steps: changes }
  })
}

/** The rows to which past orders refer. */
export interface ReferencedRows {
  /** By Romanian name. */
  dishes: ReadonlyMap<string, { id: number; name: string; nameRo: string; price: number }>
  /** By number. */
  tableIds: ReadonlyMap<number, number>
  currency: 'lei' | 'eur'
  statusChangedBy: { userId: number; username: string } | null
}

/**
 * Writes past orders with their customers, history and totals in a few statements; through the orders area it would take
 * tens of thousands. A test writes the same orders both ways and compares the results (server/demo-history.test.ts).
 */
export async function writeHistory(tx: Tx, history: readonly PastOrder[], known: ReferencedRows): Promise<void> {
  const customerIds = await writeCustomers(tx, history)
  const stations = new Map(
    sampleMenu().map(({ nameRo, category }) => [nameRo, sampleRestaurant().stationsByCategory[category]]),
  )
  const past = history.map((order) => {
    const lines = order.lines.map(([nameRo, quantity, notes]) => {
      const { id, name, price } = known.dishes.get(nameRo) ?? { id: null, name: nameRo, price: 0 }
      return { menuItemId: id, quantity, name, nameRo, price, notes: notes ?? null, stationId: stations.get(nameRo) }
    })
    return { ...order, lines, total: linesTotal(lines) }
  })
  const ids: number[] = []
  for (const some of chunks(past.map((order) => orderRow(order, known, customerIds))))
    ids.push(...(await tx.insert(orders).values(some).returning({ id: orders.id })).map(({ id }) => id))
  const withIds = past.map((order, i) => ({ ...order, orderId: ids[i] ?? 0 }))
  const lines = withIds.flatMap(({ orderId, lines, steps }) => {
    const doneAt = steps.find(({ status }) => status === 'ready')?.at ?? null
    return lines.map((line) => ({ ...line, orderId, doneAt }))
  })
  for (const some of chunks(lines)) await tx.insert(orderItems).values(some)
  const changes = withIds.flatMap(({ orderId, at, steps }) => [
    { orderId, status: 'pending' as const, at },
    ...steps.map((step) => ({ orderId, ...step, ...known.statusChangedBy })),
  ])
  for (const some of chunks(changes)) await tx.insert(orderStatusChanges).values(some)
  await countForCustomers(tx)
}

function orderRow(
  order: Omit<PastOrder, 'lines'> & { total: number },
  { tableIds, currency }: ReferencedRows,
  customerIds: ReadonlyMap<string, number>,
): typeof orders.$inferInsert {
  const { at, guest, table, diningOption, notes, steps, total } = order
  const customerName = guest?.name ?? `Masa ${table}`
  const phoneNumber = guest ? (phoneDigits(guest.phone) ?? '') : PLACEHOLDER_PHONE
  const email = guest?.email ?? null
  const last = steps.at(-1) ?? { status: 'pending', at }
  const version = 1 + steps.length
  return {
    ...{ customerName, phoneNumber, email, diningOption, total, currency, version, changedVersion: version },
    customerId: customerIds.get(phoneNumber) ?? null,
    tableId: (table !== undefined && tableIds.get(table)) || null,
    tableNumber: table ?? null,
    notes: notes ?? null,
    status: last.status,
    // No tickets, so that a new printer does not print past orders.
    tickets: [],
    // A hash that no token has: nobody follows the status of a past order.
    tokenHash: randomBytes(32).toString('base64url'),
    searchText: searchedText([customerName, phoneNumber, email ?? '', table ?? '', ''].join(' ')),
    createdAt: at,
    updatedAt: last.at,
    seenAt: steps[0]?.at ?? null,
    readyAt: steps.find(({ status }) => status === 'ready')?.at ?? null,
    endedAt: last.at,
  }
}

async function writeCustomers(tx: Tx, history: readonly PastOrder[]): Promise<Map<string, number>> {
  const firstOrders = history.filter(
    ({ guest }, i) => guest && i === history.findIndex((o) => o.guest?.phone === guest.phone),
  )
  const rows = firstOrders.map(({ guest, at }) => {
    const { name = '', phone = '', email = null } = guest ?? {}
    const person = { name, phoneNumber: phoneDigits(phone) ?? '', email }
    return { ...person, searchText: customerSearchText(person), createdAt: at, updatedAt: at }
  })
  const { id, phoneNumber } = customers
  const written = await tx.insert(customers).values(rows).returning({ id, phoneNumber })
  return new Map(written.map((customer) => [customer.phoneNumber, customer.id]))
}

async function countForCustomers(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into ${customerFigures} (customer_id, order_count, total_spent, first_order, last_order)
    select customer_id, count(*) filter (where counts), coalesce(sum(total) filter (where counts), 0),
      min(created_at) filter (where counts), max(created_at) filter (where counts)
    from (select *, status <> 'cancelled' as counts from ${orders}) as counted
    where customer_id is not null group by customer_id`)
}

// A statement has at most 65,535 parameters. Rows are returned in the order in which they were inserted.
function chunks<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / 1000) }, (_, i) => rows.slice(i * 1000, (i + 1) * 1000))
}

/** Paid when they ended: most by card or cash, some with a tip, a few by vouchers; always the same way. */
export async function writeSamplePayments(
  tx: Tx,
  { from, to, by }: { from: Date; to: Date; by: { userId: number; username: string } },
): Promise<void> {
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
