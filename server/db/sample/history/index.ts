import type { OrderStatus } from '#shared/domain/order-status.ts'
import type { SampleLine } from '../orders.ts'
import { tableSeats } from '../restaurant.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { mealOf } from './meals.ts'
import { type Guest, invent, type Regular } from './people.ts'
import { type PastVisit, visitsUntil } from './rhythm.ts'

/** An order that is over. */
export interface PastOrder {
  at: Date
  /** Who ordered; a table's order has nobody's name. */
  guest?: Guest
  /** The table's number. */
  table?: number
  diningOption: 'dine-in' | 'takeaway'
  lines: SampleLine[]
  notes?: string
  /** How it went on, in order of time; the last step is completed or cancelled. */
  steps: { status: OrderStatus; at: Date }[]
}

const MINUTE_MS = 60_000
/** The longest that an order of these weeks takes from its coming to its end. */
const LONGEST_MS = 110 * MINUTE_MS
const APART_MS = 3 * 60 * MINUTE_MS
const CANCELLED = 0.04

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
 * Five weeks of the sample restaurant, in order of time. The same `now` in the same time zone gives the same orders.
 * @param now when the restaurant is made: all of these are over by then
 */
export function sampleHistory(now: Date, timeZone: string): PastOrder[] {
  const chance = chanceFrom(20_240_501)
  const regulars = invent(chance)
  const visits = visitsUntil(new Date(now.getTime() - LONGEST_MS), timeZone, chance)
  const whose = seat(visits, regulars, chance)
  const lastAt = new Map<number, number>()
  return visits.map((visit) => {
    const regular = whose.get(visit)
    return regular ? orderOf(regular, visit, chance) : tableOrder(visit, lastAt, chance)
  })
}

/** Gives every regular as many visits as they make, at their meals and never two within three hours. */
function seat(visits: readonly PastVisit[], regulars: readonly Regular[], chance: Chance): Map<PastVisit, Regular> {
  const whose = new Map<PastVisit, Regular>()
  for (const regular of regulars) {
    const taken: number[] = []
    const free = visits.filter((visit) => !whose.has(visit) && regular.meals.includes(visit.meal))
    for (const visit of chance.shuffled(free)) {
      if (taken.length === regular.visits) break
      const at = visit.at.getTime()
      if (taken.some((other) => Math.abs(other - at) < APART_MS)) continue
      taken.push(at)
      whose.set(visit, regular)
    }
  }
  return whose
}

function orderOf(regular: Regular, { at, meal }: PastVisit, chance: Chance): PastOrder {
  const { name, phone, email, favourite } = regular
  const here = chance.happens(meal === 'afternoon' ? 0.5 : 0.2)
  const people = chance.weighted([1, 2, 3, 4], (many) => 5 - many)
  return {
    at,
    guest: { name, phone, ...(email && { email }) },
    diningOption: here ? 'dine-in' : 'takeaway',
    lines: mealOf(meal, people, here, favourite, chance),
    ...(!here && chance.happens(0.12) && { notes: chance.pick(TAKEAWAY_NOTES) }),
    // Those who come often are not those who stay away.
    steps: regular.visits < 6 ? served(at, here, chance) : course(at, here, chance),
  }
}

function tableOrder({ at, meal }: PastVisit, lastAt: Map<number, number>, chance: Chance): PastOrder {
  // The table that has been left alone the longest, more or less.
  const rested = ([number]: readonly [number, number]) => at.getTime() - (lastAt.get(number) ?? 0)
  const [number, seats] = chance.weighted(tableSeats, (table) => (rested(table) > 75 * MINUTE_MS ? 20 : 1))
  lastAt.set(number, at.getTime())
  const people = Math.max(1, Math.min(seats, Math.round(chance.around(seats * 0.65, seats * 0.4))))
  return {
    at,
    table: number,
    diningOption: 'dine-in',
    lines: mealOf(meal, people, true, undefined, chance),
    ...(chance.happens(0.04) && { notes: chance.pick(TABLE_NOTES) }),
    steps: course(at, true, chance),
  }
}

function course(at: Date, here: boolean, chance: Chance): PastOrder['steps'] {
  if (!chance.happens(CANCELLED)) return served(at, here, chance)
  const wait = chance.between(1, 6)
  const cancelled = { status: 'cancelled', at: later(at, wait + chance.between(1, 6)) } as const
  return chance.happens(0.4) ? [{ status: 'preparing', at: later(at, wait) }, cancelled] : [cancelled]
}

function served(at: Date, here: boolean, chance: Chance): PastOrder['steps'] {
  const preparing = later(at, chance.between(1, 6))
  const ready = later(preparing, chance.between(8, 25))
  const begun = [
    { status: 'preparing', at: preparing },
    { status: 'ready', at: ready },
  ] as const
  if (!here) return [...begun, { status: 'completed', at: later(ready, chance.between(2, 25)) }]
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
