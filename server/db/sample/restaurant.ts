import { readFileSync } from 'node:fs'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import type { ShownPromotion } from '#shared/contracts/promotions.ts'
import type { Reservation } from '#shared/contracts/reservations.ts'
import type { Station } from '#shared/domain/kitchen.ts'
import type { DayHours } from '#shared/domain/time/opening-hours.ts'

/** A line: Romanian name of the dish, quantity, an optional note, and Romanian names of options. */
export type SampleLine = [nameRo: string, quantity: number, notes?: string | null, options?: string[]]

/* The people are invented: Romanian numbers begin with the unassigned 0700 000, others are reserved for fiction. */
export interface Guest {
  name: string
  phone: string
  email?: string
}

/** What an order of the sample has; one without a guest is of a table. */
export interface SampleOrderFields {
  guest?: Guest
  table?: number
  diningOption: 'dine-in' | 'takeaway'
  lines: SampleLine[]
  notes?: string
}

/** An order that is open when the sample is created; earlier ones are in history.ts. */
export interface SampleOrder extends SampleOrderFields {
  minutesAgo: number
  status: 'pending' | 'preparing' | 'ready' | 'delivered'
}

/** An invented catering event; there is one in each status. */
export interface SampleEvent
  extends Pick<CateringEvent, 'customerName' | 'customerEmail' | 'customerPhone' | 'numberOfGuests' | 'discount'>,
    Pick<CateringEvent, 'language' | 'status'> {
  daysAgo: number
  /** Days from the first start to the event; negative for a past event. */
  inDays: number
  notes?: string
  /** Dishes by Romanian name, with quantities. */
  dishes: [nameRo: string, quantity: number][]
}

/** A reservation of the evening of the first start, or of the next one; in Romanian and confirmed by default. */
type SampleReservation = [
  ...[inMinutes: number, tableNumbers: number[], party: number, name: string, phoneNumber: string],
  more?: Partial<Pick<Reservation, 'language' | 'status' | 'notes'>>,
]

/** A promotion. Its days are relative to the day of the first start. */
interface SamplePromotion extends Omit<ShownPromotion, 'id'> {
  firstDay: number
  lastDay: number
  hours?: { start: string; end: string }
}

/** The data of the sample restaurant beside its menu. */
interface SampleRestaurant {
  restaurant: Record<'restaurantName' | 'restaurantAddress' | 'restaurantPhone' | 'legalName' | 'taxNumber', string> & {
    firstStepsAway: true
    stations: Station[]
    lastStationId: number
  }
  /** On each day of the week. */
  opening: DayHours
  /** Served hours on each day of the week, by English name. */
  servedByCategory: Record<string, DayHours>
  /** Stations of categories by English name; the first station cooks all others. */
  stationsByCategory: Partial<Record<string, number>>
  /** Numbers with seats. In descending order, so that no id equals its number. */
  tables: [number: number, seats: number][]
  promotions: SamplePromotion[]
  orders: SampleOrder[]
  events: SampleEvent[]
  reservations: SampleReservation[]
}

let sample: SampleRestaurant | undefined

/** The content of restaurant.json, read once, and not before somebody needs it. */
export function sampleRestaurant(): SampleRestaurant {
  sample ??= JSON.parse(readFileSync(new URL('./restaurant.json', import.meta.url), 'utf8')) as SampleRestaurant
  return sample
}
