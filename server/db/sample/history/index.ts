import type { OrderStatus } from '#shared/domain/orders/order-status.ts'
import type { SampleLine } from '../orders.ts'
import { tableSeats } from '../restaurant.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { mealOf } from './meals.ts'
import { type Guest, inventRegulars, type Regular } from './people.ts'
import { type PastVisit, visitsUntil } from './rhythm.ts'

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
/** Maximum time from placing an order to its end. */
const MAX_DURATION_MS = 110 * MINUTE_MS
/** Minimum time between two visits of a regular. */
const MIN_BETWEEN_VISITS_MS = 3 * 60 * MINUTE_MS
const CANCELLED_SHARE = 0.04

const TAKEAWAY_NOTES = [
  'Ajung la și jumătate.',
  'Fără tacâmuri, vă rog.',
  'Sună-mă când e gata, te rog.',
  'Plata cu cardul.',
  'I will pay by card.',
] as const
const TABLE_NOTES = [
  'Aniversare: o lumânare la desert, vă rugăm.',
  'Notele separat, vă rugăm.',
  'Un scaun pentru copil.',
  'Separate bills, please.',
] as const

/**
 * Five weeks of orders of the sample restaurant in chronological order. The same arguments give the same orders.
 * @param now creation time of the restaurant, before which all orders have ended
 */
export function sampleHistory(now: Date, timeZone: string): PastOrder[] {
  const chance = chanceFrom(20_240_501)
  const regulars = inventRegulars(chance)
  const visits = visitsUntil(new Date(now.getTime() - MAX_DURATION_MS), timeZone, chance)
  const regularByVisit = assignVisits(visits, regulars, chance)
  const lastAt = new Map<number, number>()
  return visits.map((visit) => {
    const regular = regularByVisit.get(visit)
    return regular ? orderOf(regular, visit, chance) : tableOrder(visit, lastAt, chance)
  })
}

/** Assigns every regular their number of visits, at their usual meals and never two within three hours. */
function assignVisits(
  visits: readonly PastVisit[],
  regulars: readonly Regular[],
  chance: Chance,
): Map<PastVisit, Regular> {
  const regularByVisit = new Map<PastVisit, Regular>()
  for (const regular of regulars) {
    const visitTimes: number[] = []
    const candidates = visits.filter((visit) => !regularByVisit.has(visit) && regular.meals.includes(visit.meal))
    for (const visit of chance.shuffled(candidates)) {
      if (visitTimes.length === regular.visits) break
      const at = visit.at.getTime()
      if (visitTimes.some((other) => Math.abs(other - at) < MIN_BETWEEN_VISITS_MS)) continue
      visitTimes.push(at)
      regularByVisit.set(visit, regular)
    }
  }
  return regularByVisit
}

function orderOf(regular: Regular, { at, meal }: PastVisit, chance: Chance): PastOrder {
  const { name, phone, email, favourite } = regular
  const isDineIn = chance.happens(meal === 'afternoon' ? 0.5 : 0.2)
  const people = chance.weighted([1, 2, 3, 4], (many) => 5 - many)
  return {
    at,
    guest: { name, phone, ...(email && { email }) },
    diningOption: isDineIn ? 'dine-in' : 'takeaway',
    lines: mealOf(meal, people, isDineIn, favourite, chance),
    ...(!isDineIn && chance.happens(0.12) && { notes: chance.pick(TAKEAWAY_NOTES) }),
    // Only guests with six or more visits have cancelled orders.
    steps: regular.visits < 6 ? completedSteps(at, isDineIn, chance) : randomSteps(at, isDineIn, chance),
  }
}

function tableOrder({ at, meal }: PastVisit, lastAt: Map<number, number>, chance: Chance): PastOrder {
  // Prefers tables that have been free for 75 minutes.
  const timeSinceOrder = ([number]: readonly [number, number]) => at.getTime() - (lastAt.get(number) ?? 0)
  const [number, seats] = chance.weighted(tableSeats, (table) => (timeSinceOrder(table) > 75 * MINUTE_MS ? 20 : 1))
  lastAt.set(number, at.getTime())
  const people = Math.max(1, Math.min(seats, Math.round(chance.around(seats * 0.65, seats * 0.4))))
  return {
    at,
    table: number,
    diningOption: 'dine-in',
    lines: mealOf(meal, people, true, undefined, chance),
    ...(chance.happens(0.04) && { notes: chance.pick(TABLE_NOTES) }),
    steps: randomSteps(at, true, chance),
  }
}

function randomSteps(at: Date, isDineIn: boolean, chance: Chance): PastOrder['steps'] {
  if (!chance.happens(CANCELLED_SHARE)) return completedSteps(at, isDineIn, chance)
  const wait = chance.between(1, 6)
  const cancelled = { status: 'cancelled', at: later(at, wait + chance.between(1, 6)) } as const
  return chance.happens(0.4) ? [{ status: 'preparing', at: later(at, wait) }, cancelled] : [cancelled]
}

function completedSteps(at: Date, isDineIn: boolean, chance: Chance): PastOrder['steps'] {
  const preparing = later(at, chance.between(1, 6))
  const ready = later(preparing, chance.between(8, 25))
  const begun = [
    { status: 'preparing', at: preparing },
    { status: 'ready', at: ready },
  ] as const
  if (!isDineIn) return [...begun, { status: 'completed', at: later(ready, chance.between(2, 25)) }]
  const delivered = later(ready, chance.between(1, 7))
  return [
    ...begun,
    { status: 'delivered', at: delivered },
    { status: 'completed', at: later(delivered, chance.between(15, 65)) },
  ]
}

function later(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * MINUTE_MS)
}
