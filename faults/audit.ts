import { isDeepStrictEqual } from 'node:util'
import type { StoredTicket } from '#server/db/schema/index.ts'
import { query } from '#server/testing/databases.ts'
import { changeOrderLine, placeOrder, type Summary } from '#shared/contracts/orders.ts'
import { VIP_MORE_THAN } from '#shared/domain/customers/customer.ts'
import { phoneDigits } from '#shared/domain/customers/phone.ts'
import { countsForCustomer, isOpen, type OrderStatus, PLACEHOLDER_PHONE } from '#shared/domain/orders/order.ts'
import type { Confirmed } from './guest.ts'
import type { ConfirmedActions, StatusChange } from './owner.ts'

interface OrderRow {
  id: number
  customerPhone: string | null
  phone: string
  notes: string
  table: number | null
  total: number
  status: OrderStatus
  version: number
  /** When it was placed, in milliseconds since 1970. */
  at: number
  lines: { id: number; dish: number; quantity: number; removed: number; price: number }[]
  history: OrderStatus[]
  tickets: StoredTicket[]
  /** Ids of the printed tickets. */
  prints: number[]
}

interface CustomerRow {
  phone: string
  orderCount: number
  totalSpent: number
  firstOrder: number | null
  lastOrder: number | null
}

/** The orders in the database, and everything that is computed from them. */
export interface Books {
  orders: OrderRow[]
  customers: CustomerRow[]
  /** Status by id. */
  tables: { id: number; status: string }[]
  /** Stored responses: the order's id in the response and in the row's column, and the version in the response. */
  keys: { key: string; order: number; column: number; version: number }[]
}

const ORDERS = `select o.id::int, c.phone_number as "customerPhone", o.phone_number as phone, o.notes,
  o.table_id::int as "table", o.total::int, o.status, o.version, extract(epoch from o.created_at) * 1000 as at,
  (select coalesce(json_agg(json_build_object('id', i.id, 'dish', i.menu_item_id, 'quantity', i.quantity,
    'removed', i.removed_quantity, 'price', i.price) order by i.id), '[]')
    from order_items i where i.order_id = o.id) as lines, o.tickets,
  array(select p.ticket_id from order_prints p where p.order_id = o.id) as prints,
  (select coalesce(json_agg(h.status order by h.id), '[]') from order_status_changes h where h.order_id = o.id) as history
  from orders o left join customers c on c.id = o.customer_id order by o.id`
const CUSTOMERS = `select phone_number as phone, order_count as "orderCount", total_spent::int as "totalSpent",
  extract(epoch from first_order) * 1000 as "firstOrder", extract(epoch from last_order) * 1000 as "lastOrder"
  from customers join customer_figures on customer_id = id order by phone_number`

export async function readBooks(url: string): Promise<Books> {
  const orders = await query<OrderRow>(url, ORDERS)
  const customers = await query<CustomerRow>(url, CUSTOMERS)
  const rounded = (at: number | null) => (at === null ? null : Math.round(Number(at)))
  return {
    orders: orders.map((order) => ({ ...order, at: Math.round(Number(order.at)) })),
    customers: customers.map((row) => ({
      ...row,
      firstOrder: rounded(row.firstOrder),
      lastOrder: rounded(row.lastOrder),
    })),
    tables: await query(url, 'select id::int, status from tables order by id'),
    keys: await query(
      url,
      `select key, (response::json->>'id')::int as "order", shown_id::int as "column",
        (response::json->>'version')::int as version from idempotency_keys where shows = 'order' order by key`,
    ),
  }
}

/** The requests that were confirmed to guests and the owner. */
export interface Confirmations {
  confirmed: Confirmed[]
  actions: ConfirmedActions
  /** The number of orders of shared tables, whose phones check them. */
  tableOrders?: number
}

/** Describes each fault: a computed figure that does not match the orders, or a confirmed order that is missing. */
export function faultsIn(
  books: Books,
  { confirmed, actions, tableOrders = 0 }: Confirmations,
  summary: Summary,
): string[] {
  return [
    ...confirmed.flatMap((order) => faultsOfConfirmed(books, order)),
    ...faultsOfOrders(books, confirmed, tableOrders),
    ...actions.changes.flatMap((change) => faultsOfChange(books, change)),
    ...faultsOfRemovals(books, actions),
    ...faultsOfClaims(actions),
    ...faultsOfCustomers(books),
    ...faultsOfTables(books),
    ...faultsOfSummary(books, summary),
  ]
}

function faultsOfConfirmed({ orders }: Books, { key, request, placed }: Confirmed): string[] {
  const matches = orders.filter(({ notes }) => notes === key)
  const [order] = matches
  if (!order || matches.length !== 1 || order.id !== placed.id) {
    return [`${key}: confirmed as ${placed.id}, but stored as [${matches.map(({ id }) => id)}]`]
  }
  const expected = request.items.map(({ menuItemId, quantity }) => ({ dish: menuItemId, quantity }))
  const lines = order.lines.map(({ dish, quantity, removed }) => ({ dish, quantity: quantity + removed }))
  const faults = isDeepStrictEqual(lines, expected) ? [] : [`${key}: its lines are ${JSON.stringify(order.lines)}`]
  const ordered = order.lines.reduce((sum, { price, quantity, removed }) => sum + price * (quantity + removed), 0)
  if (ordered !== request.total) faults.push(`${key}: ${ordered} was ordered, not ${request.total}`)
  if (order.table !== (request.tableId ?? null)) faults.push(`${key}: it is at table ${order.table}`)
  return faults
}

function faultsOfOrders({ orders, keys }: Books, confirmed: Confirmed[], tableOrders: number): string[] {
  const faults = orders.flatMap((order) => {
    const { id, total, lines, history, status, version, phone, customerPhone, tickets, prints } = order
    const removals = tickets.filter(({ kind }) => kind === 'removal')
    const changes = history.length + removals.length + prints.length
    const sum = lines.reduce((all, { price, quantity }) => all + price * quantity, 0)
    const customer = phone === PLACEHOLDER_PHONE ? null : (phoneDigits(phone) ?? null)
    return [
      ...(total === sum ? [] : [`order ${id}: its total is ${total}, the sum of its lines is ${sum}`]),
      ...(history.at(-1) === status ? [] : [`order ${id}: it is ${status}, its history ${history}`]),
      ...(changes === version ? [] : [`order ${id}: version ${version} after ${changes} changes`]),
      ...(lines.some(({ quantity }) => quantity > 0) ? [] : [`order ${id}: all of its lines are empty`]),
      ...lines.flatMap((line) => {
        const recorded = removals.reduce(
          (all, { itemId, quantity = 0 }) => all + (itemId === line.id ? quantity : 0),
          0,
        )
        return recorded === line.removed
          ? []
          : [`order ${id}: ${line.removed} of ${line.id} were removed, its removal tickets have ${recorded}`]
      }),
      ...(new Set(tickets.map((ticket) => ticket.id)).size === tickets.length
        ? []
        : [`order ${id}: two tickets have one id`]),
      ...tickets.flatMap((ticket) =>
        prints.includes(ticket.id) === (ticket.printedAt !== undefined)
          ? []
          : [`order ${id}: ticket ${ticket.id} is printed in one table only`],
      ),
      ...(customer === customerPhone ? [] : [`order ${id}: it belongs to ${customerPhone}, not to ${customer}`]),
    ]
  })
  const distinct = new Set(confirmed.map(({ key }) => key)).size
  const keyed = orders.length - tableOrders
  if (keyed !== distinct) faults.push(`${keyed} orders are stored, but ${distinct} were confirmed`)
  const responses = keys.filter(({ key }) => key.startsWith(`${placeOrder.path} `))
  const respondedOrders = new Set(responses.map(({ order }) => order))
  if (responses.length !== keyed || respondedOrders.size !== keyed)
    faults.push(`${keyed} orders, but ${responses.length} stored responses for ${respondedOrders.size} of them`)
  for (const { key, order, column } of keys)
    if (order !== column) faults.push(`${key}: response of order ${order}, stored for ${column}`)
  return faults
}

function faultsOfChange({ orders }: Books, { id, entry, status }: StatusChange): string[] {
  const stored = orders.find((order) => order.id === id)?.history[entry]
  return stored === status ? [] : [`order ${id}: change ${entry} was confirmed as ${status}, but is ${stored}`]
}

/** Each removal must have exactly one stored response, whatever was repeated or killed. */
function faultsOfRemovals({ orders, keys }: Books, { removals }: ConfirmedActions): string[] {
  const stored = keys.filter(({ key }) => key.startsWith(`${changeOrderLine.path} `))
  const removalTickets = orders.flatMap(({ tickets }) => tickets.filter(({ kind }) => kind === 'removal')).length
  const faults =
    stored.length === removalTickets ? [] : [`${removalTickets} removals, but ${stored.length} stored responses`]
  for (const { key, itemId, responses } of removals) {
    const [first, ...others] = responses
    const version = stored.find((entry) => entry.key === `${changeOrderLine.path} ${key}`)?.version
    if (version !== first?.version || !others.every((other) => isDeepStrictEqual(other, first)))
      faults.push(
        `${key} of line ${itemId}: got the versions ${responses.map(({ version }) => version)}, stored ${version}`,
      )
  }
  return faults
}

/** How long a print claim is valid. */
const CLAIM_MS = 60_000

function faultsOfClaims({ claims }: ConfirmedActions): string[] {
  const ofTicket = Map.groupBy(claims, ({ id, ticketId }) => `ticket ${ticketId} of order ${id}`)
  return [...ofTicket].flatMap(([ticket, granted]) => {
    const expiries = granted.map(({ until }) => until).sort((a, b) => a - b)
    const isOverlapping = expiries.some((until, i) => until - (expiries[i - 1] ?? Number.NEGATIVE_INFINITY) < CLAIM_MS)
    return isOverlapping ? [`${ticket}: claimed until ${expiries}`] : []
  })
}

function faultsOfCustomers({ orders, customers }: Books): string[] {
  const byPhone = Map.groupBy(orders, ({ customerPhone }) => customerPhone)
  byPhone.delete(null)
  const expected = [...byPhone].map(([phone, ordersOfCustomer]) => {
    const counted = ordersOfCustomer.filter(({ status }) => countsForCustomer(status))
    const times = counted.map(({ at }) => at)
    return {
      phone,
      orderCount: counted.length,
      totalSpent: counted.reduce((sum, { total }) => sum + total, 0),
      firstOrder: times.length > 0 ? Math.min(...times) : null,
      lastOrder: times.length > 0 ? Math.max(...times) : null,
    }
  })
  const sorted = expected.sort((a, b) => String(a.phone).localeCompare(String(b.phone)))
  if (isDeepStrictEqual(sorted, customers)) return []
  return [`the customers are ${JSON.stringify(customers)}, but computed from their orders ${JSON.stringify(sorted)}`]
}

function faultsOfTables({ orders, tables }: Books): string[] {
  return tables.flatMap(({ id, status }) => {
    const open = orders.filter((order) => order.table === id && isOpen(order.status)).length
    const expected = open > 0 ? 'occupied' : 'available'
    return status === expected ? [] : [`table ${id} is ${status} with ${open} open orders`]
  })
}

function faultsOfSummary({ orders, customers }: Books, summary: Summary): string[] {
  const total = orders.reduce((sum, order) => sum + order.total, 0)
  const inStatus = (status: string) => orders.filter((order) => order.status === status).length
  const expected: Summary = {
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
    // A business day may have begun during the run.
    today: summary.today,
  }
  if (isDeepStrictEqual(summary, expected)) return []
  return [`the summary is ${JSON.stringify(summary)}, but computed from the orders ${JSON.stringify(expected)}`]
}
