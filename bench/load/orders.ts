import type { Order } from '#shared/contracts/orders.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/orders/order.ts'

/** The dishes and tables in the database, for the bench's orders. */
export interface BenchSeed {
  /** `options` are the ids of the options that each portion has, and `price` contains theirs. */
  dishes: { id: number; name: string; nameRo: string; price: number; options?: number[] }[]
  /** With the keys of their codes: a table has few unproven orders. */
  tables: { id: number; number: number; key: string }[]
  dishesWithOptions?: BenchSeed['dishes']
}

export interface BenchOrder {
  customerName: string
  phoneNumber: string
  email: null
  notes: string | null
  diningOption: 'dine-in' | 'takeaway'
  table: BenchSeed['tables'][number] | null
  lines: { dish: BenchSeed['dishes'][number]; quantity: number }[]
  total: number
}

const CUSTOMERS = 2_000

/** Who orders: in turn a table and one of 2,000 customers; or each time a new customer, who takes the order away. */
export type Guests = 'known' | 'new'

/** Returns the nth order, which is the same for the product and the baseline: three dishes. */
export function orderNumber(n: number, { dishes, tables }: BenchSeed, guests: Guests = 'known'): BenchOrder {
  const isNew = guests === 'new'
  const table = n % 2 === 0 && !isNew ? pick(tables, n / 2) : null
  const customer = isNew ? n : (n * 7919) % CUSTOMERS
  const lines = [0, 1, 2].map((i) => ({ dish: pick(dishes, n * 3 + i), quantity: 1 + ((n + i) % 3) }))
  return {
    customerName: table ? `Masa ${table.number}` : `Guest ${customer}`,
    phoneNumber: table ? PLACEHOLDER_PHONE : `407${isNew ? 3 : 2}${String(customer).padStart(7, '0')}`,
    email: null,
    notes: isNew ? 'Fără ceapă, vă rog' : null,
    diningOption: table ? 'dine-in' : 'takeaway',
    table,
    lines,
    total: lines.reduce((sum, { dish, quantity }) => sum + dish.price * quantity, 0),
  }
}

/** The columns of the lines, as the baselines write them: dishes, quantities, names, Romanian names and prices. */
export function columnsOf(lines: BenchOrder['lines']): unknown[][] {
  return [
    lines.map(({ dish }) => dish.id),
    lines.map(({ quantity }) => quantity),
    lines.map(({ dish }) => dish.name),
    lines.map(({ dish }) => dish.nameRo),
    lines.map(({ dish }) => dish.price),
  ]
}

/**
 * The headers of the nth order. It comes from one of 2,000 addresses, because the server limits what one address writes;
 * the bench's server trusts the header as it would trust a proxy's. New customers come from another one every 20 orders.
 */
export function orderHeaders(n: number, key: string, guests: Guests = 'known'): Record<string, string> {
  const network = guests === 'new' ? Math.floor(n / 20) % 65_536 : n % CUSTOMERS
  return {
    'content-type': 'application/json',
    'idempotency-key': key,
    'x-forwarded-for': `10.0.${network >> 8}.${network & 255}`,
  }
}

/** Places the nth order at the product. */
export async function placeOrder(url: string, n: number, seed: BenchSeed): Promise<Pick<Order, 'id' | 'items'>> {
  const { table, lines, ...order } = orderNumber(n, seed)
  const items = lines.map(({ dish, quantity }) => ({ menuItemId: dish.id, quantity }))
  const response = await fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: orderHeaders(n, `bench-${process.pid}-${n}-${performance.now()}`),
    body: JSON.stringify({ ...order, tableId: table?.id ?? null, tableKey: table?.key, items }),
  })
  if (response.status !== 201) throw new Error(`an order got the status ${response.status}: ${await response.text()}`)
  return (await response.json()) as Order
}

function pick<T>(items: readonly T[], n: number): T {
  const item = items[n % items.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
