import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { Summary } from '#shared/contracts/orders.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/dining.ts'
import { VIP_MORE_THAN } from '#shared/domain/loyalty.ts'
import { countsForCustomer, isOpen, type OrderStatus } from '#shared/domain/order-status.ts'
import { phoneDigits } from '#shared/domain/phone.ts'
import type { Confirmed } from './guest.ts'
import type { StatusChange } from './owner.ts'

interface OrderRow {
  id: number
  customerPhone: string | null
  phone: string
  notes: string
  table: number | null
  total: number
  status: OrderStatus
  version: number
  at: number
  lines: { dish: number; quantity: number; price: number }[]
  history: OrderStatus[]
}

interface CustomerRow {
  phone: string
  orderCount: number
  totalSpent: number
  firstOrder: number | null
  lastOrder: number | null
}

export interface Books {
  orders: OrderRow[]
  customers: CustomerRow[]
  /** Status by id. */
  tables: { id: number; status: string }[]
  /** The answers kept under each key: key and order's number. */
  keys: { key: string; order: number }[]
}

const ORDERS = `select o.id::int, c.phone_number as "customerPhone", o.phone_number as phone, o.notes,
  o.table_id::int as "table", o.total::int, o.status, o.version, extract(epoch from o.created_at) * 1000 as at,
  (select coalesce(json_agg(json_build_object('dish', i.menu_item_id, 'quantity', i.quantity, 'price', i.price)
    order by i.id), '[]') from order_items i where i.order_id = o.id) as lines,
  (select coalesce(json_agg(h.status order by h.id), '[]') from order_status_changes h where h.order_id = o.id) as history
  from orders o left join customers c on c.id = o.customer_id order by o.id`
const CUSTOMERS = `select phone_number as phone, order_count as "orderCount", total_spent::int as "totalSpent",
  extract(epoch from first_order) * 1000 as "firstOrder", extract(epoch from last_order) * 1000 as "lastOrder"
  from customers order by phone_number`

/** Reads the orders in the database, and all tables that are computed from them. */
export async function readBooks(url: string): Promise<Books> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const rows = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows
  try {
    const orders = await rows<OrderRow>(ORDERS)
    const customers = await rows<CustomerRow>(CUSTOMERS)
    return {
      orders: orders.map((order) => ({ ...order, at: Math.round(Number(order.at)) })),
      customers: customers.map((row) => ({
        ...row,
        firstOrder: row.firstOrder === null ? null : Math.round(Number(row.firstOrder)),
        lastOrder: row.lastOrder === null ? null : Math.round(Number(row.lastOrder)),
      })),
      tables: await rows('select id::int, status from tables order by id'),
      keys: await rows(`select key, (answer::json->>'id')::int as "order" from idempotency_keys`),
    }
  } finally {
    await client.end()
  }
}

/** The faults: computed figures that do not match the orders, and confirmed orders that are missing. */
export function faultsIn(books: Books, confirmed: Confirmed[], changes: StatusChange[], summary: Summary): string[] {
  return [
    ...confirmed.flatMap((order) => faultsOfConfirmed(books, order)),
    ...faultsOfOrders(books, confirmed),
    ...changes.flatMap((change) => faultsOfChange(books, change)),
    ...faultsOfCustomers(books),
    ...faultsOfTables(books),
    ...faultsOfSummary(books, summary),
  ]
}

function faultsOfConfirmed({ orders }: Books, { key, request, placed }: Confirmed): string[] {
  const found = orders.filter(({ notes }) => notes === key)
  const [order] = found
  if (!order || found.length !== 1 || order.id !== placed.id) {
    return [`${key}: confirmed as ${placed.id}, and there as [${found.map(({ id }) => id)}]`]
  }
  const wanted = request.items.map(({ menuItemId, quantity }) => ({ dish: menuItemId, quantity }))
  const lines = order.lines.map(({ dish, quantity }) => ({ dish, quantity }))
  const faults = isDeepStrictEqual(lines, wanted) ? [] : [`${key}: its lines are ${JSON.stringify(order.lines)}`]
  if (order.total !== request.total) faults.push(`${key}: its total is ${order.total}, not ${request.total}`)
  if (order.table !== (request.tableId ?? null)) faults.push(`${key}: it stands at table ${order.table}`)
  return faults
}

function faultsOfOrders({ orders, keys }: Books, confirmed: Confirmed[]): string[] {
  const faults = orders.flatMap(({ id, total, lines, history, status, version, phone, customerPhone }) => {
    const sum = lines.reduce((all, { price, quantity }) => all + price * quantity, 0)
    const customer = phone === PLACEHOLDER_PHONE ? null : (phoneDigits(phone) ?? null)
    return [
      ...(total === sum ? [] : [`order ${id}: its total is ${total}, its lines come to ${sum}`]),
      ...(history.at(-1) === status ? [] : [`order ${id}: it is ${status}, its history ${history}`]),
      ...(history.length === version ? [] : [`order ${id}: version ${version}, its history ${history}`]),
      ...(customer === customerPhone ? [] : [`order ${id}: it belongs to ${customerPhone}, not to ${customer}`]),
    ]
  })
  const distinct = new Set(confirmed.map(({ key }) => key)).size
  if (orders.length !== distinct) faults.push(`${orders.length} orders, and ${distinct} were confirmed`)
  const answered = new Set(keys.map(({ order }) => order))
  if (keys.length !== orders.length || answered.size !== orders.length)
    faults.push(`${orders.length} orders, and ${keys.length} answers for ${answered.size} of them`)
  return faults
}

// Each change is one version and one entry of the history, so the version says which entry it was.
function faultsOfChange({ orders }: Books, { id, version, status }: StatusChange): string[] {
  const entry = orders.find((order) => order.id === id)?.history[version - 1]
  return entry === status ? [] : [`order ${id}: version ${version} was confirmed as ${status}, and is ${entry}`]
}

function faultsOfCustomers({ orders, customers }: Books): string[] {
  const byPhone = Map.groupBy(orders, ({ customerPhone }) => customerPhone)
  byPhone.delete(null)
  const wanted = [...byPhone].map(([phone, theirs]) => {
    const counted = theirs.filter(({ status }) => countsForCustomer(status))
    const times = counted.map(({ at }) => at)
    return {
      phone,
      orderCount: counted.length,
      totalSpent: counted.reduce((sum, { total }) => sum + total, 0),
      firstOrder: times.length > 0 ? Math.min(...times) : null,
      lastOrder: times.length > 0 ? Math.max(...times) : null,
    }
  })
  const sorted = wanted.sort((a, b) => String(a.phone).localeCompare(String(b.phone)))
  if (isDeepStrictEqual(sorted, customers)) return []
  return [`the customers are ${JSON.stringify(customers)}, and by their orders ${JSON.stringify(sorted)}`]
}

function faultsOfTables({ orders, tables }: Books): string[] {
  return tables.flatMap(({ id, status }) => {
    const open = orders.filter((order) => order.table === id && isOpen(order.status)).length
    const wanted = open > 0 ? 'occupied' : 'available'
    return status === wanted ? [] : [`table ${id} is ${status} with ${open} open orders`]
  })
}

function faultsOfSummary({ orders, customers }: Books, summary: Summary): string[] {
  const total = orders.reduce((sum, order) => sum + order.total, 0)
  const inStatus = (status: string) => orders.filter((order) => order.status === status).length
  const wanted: Summary = {
    totalOrders: orders.length,
    totalCustomers: customers.length,
    averageOrderValue: orders.length === 0 ? 0 : Math.round(total / orders.length),
    vipCustomers: customers.filter(({ orderCount }) => orderCount > VIP_MORE_THAN).length,
    open: {
      pending: inStatus('pending'),
      preparing: inStatus('preparing'),
      ready: inStatus('ready'),
      delivered: inStatus('delivered'),
    },
  }
  if (isDeepStrictEqual(summary, wanted)) return []
  return [`the summary is ${JSON.stringify(summary)}, and by the orders ${JSON.stringify(wanted)}`]
}
