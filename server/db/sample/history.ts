import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { VIP_MORE_THAN } from '#shared/domain/customers/loyalty.ts'
import { phoneDigits } from '#shared/domain/customers/phone.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/orders/dining.ts'
import type { OrderStatus } from '#shared/domain/orders/order-status.ts'
import { foldText } from '#shared/domain/text.ts'
import { addDays, localTime, momentOf } from '#shared/domain/time/local-time.ts'
import type { Tx } from '../index.ts'
import {
  customerSearchText,
  customers,
  orderItems,
  orderStatusChanges,
  orders,
  summaryShards,
} from '../schema/index.ts'
import { sampleMenu } from './menu.ts'
import { type Guest, type SampleLine, sampleRestaurant } from './restaurant.ts'

/** A completed or cancelled order. */
export interface PastOrder {
  at: Date
  /** The guest; undefined for an order of a table. */
  guest?: Guest
  /** The table's number. */
  table?: number
  diningOption: 'dine-in' | 'takeaway'
  lines: SampleLine[]
  notes?: string
  /** Status changes in chronological order; the last one is completed or cancelled. */
  steps: { status: OrderStatus; at: Date }[]
}

const MINUTE_MS = 60_000
/** More than any order takes from its placing to its end. */
const MAX_DURATION_MS = 110 * MINUTE_MS
const HISTORY_DAYS = 35
/** Average orders per weekday, from Sunday to Saturday. */
const AVERAGE_ORDERS = [38, 23, 25, 27, 32, 45, 50]
/** Opening hours in minutes of the day. */
const [OPENS, CLOSES] = [8.5 * 60, 22.5 * 60]

/**
 * The meals: their peak and spread in minutes of the day, their share of the orders, and how probable it is that one
 * person orders from a category. At lunch and dinner most have a main course.
 */
const MEALS = [
  { peak: 570, spread: 38, share: 12, hasMain: false, habits: { Breakfast: 0.8, 'Coffee & tea': 0.85 } },
  { peak: 795, spread: 44, share: 38, hasMain: true, habits: { Soups: 0.5, 'Lemonades & soft drinks': 0.45 } },
  { peak: 980, spread: 48, share: 10, hasMain: false, habits: { Desserts: 0.65, 'Coffee & tea': 0.65 } },
  { peak: 1190, spread: 60, share: 40, hasMain: true, habits: { Starters: 0.3, Desserts: 0.28, Wine: 0.3 } },
] as const
/** Of lunch and dinner alike, beside their own. */
const SIDES: Record<string, number> = { 'Sides & sauces': 0.24, 'Beer & cider': 0.2, 'Lemonades & soft drinks': 0.15 }
const MAINS: Record<string, number> = {
  ...{ 'Romanian classics': 28, 'From the charcoal grill': 24, 'Wood-fired pizza': 20, 'Pasta & risotto': 15 },
  ...{ 'Fish & seafood': 7, Salads: 8 },
}
/** Words of popular dishes, which are ordered six times as often as others. */
const POPULAR =
  /telemea și|vinete pe|burtă|rădăuțeană|Caesar|foi de varză|Tochitură|Mici|Ceafă|Păstrăv la|Quattro|Diavola|carbonara|tăiați în casă|Papanași|Espresso|Cappuccino|mentă și miere|plată, 0,5|halbă|Neagră/
const LINE_NOTES = ['fără ceapă', 'fără usturoi', 'mai puțină sare', 'separat, vă rog', 'not too spicy, please']
const ORDER_NOTES = {
  takeaway: ['Ajung la și jumătate.', 'Fără tacâmuri, vă rog.', 'Plata cu cardul.', 'I will pay by card.'],
  'dine-in': ['Notele separat, vă rugăm.', 'Un scaun pentru copil.', 'Separate bills, please.'],
}

const phoneOf = (i: number) => `0700 000 ${100 + i}`
const NAMED: (Guest & { visits: number; favourite: string })[] = [
  { name: 'Radu Ionescu', phone: phoneOf(0), visits: 16, favourite: 'Pizza Quattro Formaggi' },
  {
    ...{ name: 'Ioana Mureșan', phone: phoneOf(1), email: 'ioana.muresan@example.com' },
    ...{ visits: 9, favourite: 'Supă cremă de hribi' },
  },
  { name: 'Ștefan Țurcanu', phone: phoneOf(2), visits: 4, favourite: 'Mici cu muștar, 4 bucăți' },
  {
    ...{ name: 'Emma Hartley', phone: '+1 212 555 0142', email: 'emma@example.com' },
    ...{ visits: 2, favourite: 'Papanași cu smântână și dulceață de afine' },
  },
  { name: 'Claire Moreau', phone: '+33 6 39 98 41 07', visits: 5, favourite: 'Linguine cu fructe de mare' },
  { name: 'Jonas Weber', phone: '+49 171 3920012', visits: 3, favourite: 'Bere blondă la halbă, 0,4 l' },
  { name: 'Vasile Crăciun', phone: phoneOf(3), visits: 37, favourite: 'Espresso, 30 ml' },
  { name: 'Doina Rusu', phone: phoneOf(4), visits: 35, favourite: 'Ciorbă rădăuțeană' },
]
/** How many further guests have how many visits. */
const CROWD = [
  ...Array(4).fill(19),
  ...Array(10).fill(8),
  ...Array(14).fill(4),
  ...Array(30).fill(2),
  ...Array(66).fill(1),
]
const FIRST_NAMES = 'Alina Andrei Anca Bogdan Bianca Călin Carmen Cătălin Corina Cosmin Daria Dragoș Elena Horia'.split(
  ' ',
)
const LAST_NAMES = 'Albu Anghel Barbu Bălan Bucur Chiriac Ciobanu Dobre Enache Lungu Oprea Șerban Tănase'.split(' ')

/**
 * Five weeks of orders of the sample restaurant in chronological order. The same arguments give the same orders.
 * @param now creation time of the restaurant, before which all orders have ended
 */
export function sampleHistory(now: Date, timeZone: string): PastOrder[] {
  const random = randomFrom(20_240_501)
  const happens = (probability: number) => random() < probability
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  /** Two times in three within `spread` of `middle`, never further away than three times `spread`. */
  const around = (middle: number, spread: number) => middle + (random() + random() + random() - 1.5) * 2 * spread
  function pick<T>(choices: readonly T[], weight: (choice: T) => number = () => 1): T {
    let rest = random() * choices.reduce((sum, choice) => sum + weight(choice), 0)
    const found = choices.find((choice) => {
      rest -= weight(choice)
      return rest < 0
    })
    return found ?? (choices.at(-1) as T)
  }

  const dishesOf = Map.groupBy(sampleMenu(), ({ category }) => category)
  const dishFrom = (category: string) =>
    pick(dishesOf.get(category) ?? [], ({ nameRo }) => (POPULAR.test(nameRo) ? 6 : nameRo.includes('sticlă') ? 0.2 : 1))
  function linesOf(meal: (typeof MEALS)[number], people: number, favourite?: string): SampleLine[] {
    const names = favourite && happens(0.7) ? [favourite] : []
    const habits = Object.entries({ ...(meal.hasMain && SIDES), ...meal.habits })
    for (let person = 0; person < people; person++) {
      if (meal.hasMain && happens(0.92))
        names.push(dishFrom(pick(Object.entries(MAINS), ([, share]) => share)[0]).nameRo)
      for (const [category, probability] of habits) if (happens(probability)) names.push(dishFrom(category).nameRo)
    }
    if (names.length === 0) names.push(dishFrom('Coffee & tea').nameRo)
    return [...Map.groupBy(names, (name) => name)].map(([name, same]) =>
      happens(0.06) ? [name, same.length, pick(LINE_NOTES)] : [name, same.length],
    )
  }

  function stepsOf(at: Date, isDineIn: boolean, mayCancel: boolean): PastOrder['steps'] {
    const isCancelled = mayCancel && happens(0.05)
    const waits: (readonly [OrderStatus, number])[] = [
      ['preparing', between(1, 6)],
      ...(isCancelled ? [] : ([['ready', between(8, 25)]] as const)),
      ...(isCancelled || !isDineIn ? [] : ([['delivered', between(1, 7)]] as const)),
      isCancelled ? ['cancelled', between(1, 6)] : ['completed', isDineIn ? between(15, 65) : between(2, 25)],
    ]
    let time = at.getTime()
    return waits.map(([status, minutes]) => {
      time += minutes * MINUTE_MS
      return { status, at: new Date(time) }
    })
  }

  function visitsOn(day: string) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    const later = weekday % 6 === 0 ? 25 : 0
    const average = AVERAGE_ORDERS[weekday] ?? 0
    return Array.from({ length: Math.round(around(average, average * 0.12)) }, () => {
      const meal = pick(MEALS, ({ share }) => share)
      const minute = Math.round(Math.min(CLOSES, Math.max(OPENS, around(meal.peak + later, meal.spread))))
      const time = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
      return { meal, at: new Date(momentOf({ day, time }, timeZone).getTime() + between(0, 59) * 1000) }
    })
  }

  const crowd = CROWD.map((visits, i) => {
    const first = FIRST_NAMES[i % FIRST_NAMES.length] ?? ''
    const name = `${first} ${LAST_NAMES[i % LAST_NAMES.length]}`
    const email = `${foldText(name).replaceAll(' ', '.')}@example.com`
    return { name, phone: phoneOf(10 + i), visits, favourite: undefined, ...(i % 3 === 0 && { email }) }
  })
  const until = new Date(now.getTime() - MAX_DURATION_MS)
  const today = localTime(until, timeZone).day
  const visits = Array.from({ length: HISTORY_DAYS + 1 }, (_, i) => addDays(today, i - HISTORY_DAYS))
    .flatMap(visitsOn)
    .filter(({ at }) => at < until)
  // Guests come at random; what remains are the tables.
  const shuffled = visits.map((visit) => ({ visit, place: random() })).sort((a, b) => a.place - b.place)
  const guests = [...NAMED, ...crowd].flatMap((guest) => Array.from({ length: guest.visits }, () => guest))
  const guestOf = new Map(guests.map((guest, i) => [shuffled[i]?.visit, guest]))

  return visits
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((visit) => {
      const { at, meal } = visit
      const found = guestOf.get(visit)
      const [table, seats] = pick(sampleRestaurant().tables)
      const diningOption = found && !happens(0.25) ? 'takeaway' : 'dine-in'
      const people = found ? between(1, 3) : Math.max(1, Math.min(seats, Math.round(around(seats * 0.65, seats * 0.4))))
      return {
        ...{ at, diningOption, lines: linesOf(meal, people, found?.favourite) },
        ...(found ? { guest: guestFrom(found) } : { table }),
        ...(happens(0.07) && { notes: pick(ORDER_NOTES[diningOption]) }),
        // Guests with few visits have none that was cancelled, so that there are some of every loyalty.
        steps: stepsOf(at, diningOption === 'dine-in', !found || found.visits > 5),
      }
    })
}

const guestFrom = ({ name, phone, email }: Guest): Guest => ({ name, phone, ...(email !== undefined && { email }) })

/** Mulberry32: numbers from 0 (inclusive) to 1 (exclusive), the same ones for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The rows to which past orders refer. */
export interface ReferencedRows {
  /** By Romanian name. */
  dishes: ReadonlyMap<string, { id: number; name: string; nameRo: string; price: number }>
  /** By number. */
  tableIds: ReadonlyMap<number, number>
  currency: 'lei' | 'eur'
  /** The user who changed the status of the orders. */
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
  await computeTotals(tx)
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
    // Without tickets, so that a new printer does not print past orders.
    tickets: [],
    // A hash that no token has: nobody follows the status of a past order.
    tokenHash: randomBytes(32).toString('base64url'),
    searchText: foldText([customerName, phoneNumber, email ?? '', table ?? '', ''].join(' ')),
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

async function computeTotals(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update ${customers} set order_count = own.orders, total_spent = own.total, first_order = own.first, last_order = own.last,
      updated_at = own.changed
    from (
      select customer_id, count(*) filter (where counts) as orders, coalesce(sum(total) filter (where counts), 0) as total,
        min(created_at) filter (where counts) as first, max(created_at) filter (where counts) as last,
        max(case when counts then created_at else updated_at end) as changed
      from (select *, status <> 'cancelled' as counts from ${orders}) as counted group by customer_id
    ) as own
    where own.customer_id = ${customers.id}`)
  await tx
    .update(summaryShards)
    .set({
      orders: sql`(select count(*) from ${orders})`,
      total: sql`(select coalesce(sum(total), 0) from ${orders})`,
      customers: sql`(select count(*) from ${customers})`,
      vips: sql`(select count(*) from ${customers} where order_count > ${VIP_MORE_THAN})`,
    })
    .where(eq(summaryShards.shard, 0))
}

// A statement has at most 65,535 parameters. Rows are returned in the order in which they were inserted.
function chunks<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / 1000) }, (_, i) => rows.slice(i * 1000, (i + 1) * 1000))
}
