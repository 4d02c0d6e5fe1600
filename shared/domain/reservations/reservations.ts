import type * as z from 'zod/mini'
import type { reservationRulesSchema } from '../../contracts/settings.ts'
import { mapValues } from '../objects.ts'
import type { OpeningHours } from '../time/opening-hours.ts'
import type { SlotRules } from '../time/slots.ts'

/* Reservations of tables (docs/product/reservations.md). */

export const RESERVATION_SLOT_MINUTES = [15, 30, 60] as const

export type ReservationRules = z.infer<typeof reservationRulesSchema>

/** The rules that are numbers, each with its default, and the least and the most that it may be. */
export const RESERVATION_NUMBERS = {
  stayMinutes: { usual: 120, min: 30, max: 360 },
  /** How long before closing the last guests are seated. */
  lastSeatingMinutes: { usual: 60, min: 0, max: 240 },
  leadMinutes: { usual: 60, min: 0, max: 1_440 },
  daysAhead: { usual: 30, min: 1, max: 180 },
  /** The largest party that guests reserve for. */
  maxParty: { usual: 8, min: 1, max: 50 },
  /** From so many people on, a guest's reservation waits for the house; null for never. */
  asksFrom: { usual: null, min: 1, max: 50 },
  /** How long before it a table reads as reserved. */
  heldMinutes: { usual: 30, min: 0, max: 120 },
} as const

export const DEFAULT_RESERVATIONS: ReservationRules = {
  ...({ on: false, online: false, slotMinutes: 30 } as const),
  ...(mapValues(RESERVATION_NUMBERS, ({ usual }) => usual) as Pick<ReservationRules, keyof typeof RESERVATION_NUMBERS>),
}

/** How long a table in use counts as taken at least. */
export const IN_USE_MS = 60 * 60_000

export const MAX_PARTY = 999
/** How late the house can still write one down, and how far ahead, whatever guests may. */
export const HOUSE_TIMES = { leadMinutes: -30, daysAhead: 365 } as const
/** How many reservations to come one telephone number, and one address, may have. */
export const MAX_OF_NUMBER = 3
export const MAX_OF_ADDRESS = 5
/** How late guests are when the house is told, in minutes. */
export const LATE_MINUTES = 15
/** How long before the next ones come a table is red whose guests are still there, in minutes. */
export const NEXT_MINUTES = 15

export const RESERVATION_STATUSES = ['asked', 'confirmed', 'seated', 'done', 'cancelled', 'no_show'] as const
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number]
export const RESERVATION_SOURCES = ['guest', 'house'] as const
export const RESERVATION_PROBLEMS = ['closed', 'too_small', 'no_table'] as const

/** The statuses of reservations to come. */
export const COMING_STATUSES = ['asked', 'confirmed'] as const
/** The statuses of those that are not over. */
export const OPEN_RESERVATION_STATUSES = ['asked', 'confirmed', 'seated'] as const
/** The statuses in which a reservation has its tables to itself. */
export const HOLDING_STATUSES = ['confirmed', 'seated'] as const

const NEXT: Partial<Record<ReservationStatus, readonly ReservationStatus[]>> = {
  asked: ['confirmed', 'cancelled'],
  confirmed: ['seated', 'cancelled', 'no_show'],
  seated: ['done'],
}

/** What the house may make of a reservation. A no-show is said once its time has come, which the caller checks. */
export const nextStatuses = (status: ReservationStatus): readonly ReservationStatus[] => NEXT[status] ?? []

/** How long a step of a reservation can be taken back, and one that is asked for confirmed after its time, in milliseconds. */
export const STEP_BACK_MS = 30 * 60_000

/* What the clock does, which nobody stores (docs/product/reservations.md#reservations-itself). */

/** What the statuses that end by themselves read as from then on. */
export const ENDS_AS = { asked: 'cancelled', confirmed: 'done', seated: 'done' } as const

interface Ending {
  /** As it was stored with the last step. */
  status: ReservationStatus
  at: Date
  until: Date
  /** The end of the business day of a seated one. */
  dayEnd: Date | null
}

/** From when on a reservation is over if nobody takes a step; null if it is over. */
export function endOfReservation({ status, at, until, dayEnd }: Ending): Date | null {
  if (status === 'asked') return at
  if (status === 'confirmed') return until
  if (status === 'seated') return dayEnd && dayEnd > until ? dayEnd : until
  return null
}

/** The status that a reservation has at a moment. `reads` is the same in SQL (server/modules/reservations/repo.ts). */
export function statusAt(one: Ending, now: Date): ReservationStatus {
  const end = endOfReservation(one)
  return end !== null && end <= now ? ENDS_AS[one.status as keyof typeof ENDS_AS] : one.status
}

/**
 * Whether it is time for a step from a stored status, which the clock does not end at once: guests may be late.
 * @param dayOf the business day of a moment
 */
export function timeOfStep(
  { status, at }: Pick<Ending, 'status' | 'at'>,
  to: ReservationStatus,
  now: Date,
  dayOf: (moment: Date) => string,
): 'early' | 'due' | 'late' {
  if (to === 'seated' ? dayOf(now) < dayOf(at) : to === 'no_show' && now < at) return 'early'
  const isLate = status === 'asked' ? now.getTime() > at.getTime() + STEP_BACK_MS : dayOf(now) > dayOf(at)
  return isLate && status !== 'seated' ? 'late' : 'due'
}

/** The rules by which `slotsOn` makes the times that guests reserve. */
export function slotRules(
  reservations: ReservationRules,
  { openingHours, timeZone }: { openingHours: OpeningHours | null; timeZone: string },
): SlotRules {
  const { slotMinutes, leadMinutes, daysAhead, lastSeatingMinutes } = reservations
  const slots = { slotMinutes, leadMinutes, daysAhead, lastMinutes: lastSeatingMinutes }
  return { slots, openingHours, lastOrderMinutes: 0, timeZone }
}

/** Whether guests can reserve on their own page. */
export const isOnline = ({ on, online }: ReservationRules): boolean => on && online

/** Whether a guest's reservation waits for the house. @param seats of the largest table that guests are given */
export function asksHouse({ asksFrom }: ReservationRules, party: number, seats: number): boolean {
  return asksFrom !== null && (party >= asksFrom || party > seats)
}

/** The largest party that guests reserve for; 0 if there is no table for any. */
export function largestParty({ asksFrom, maxParty }: ReservationRules, seats: number): number {
  return asksFrom === null ? Math.min(maxParty, seats) : maxParty
}

/** Whether the house has declined what its guest asked for, by the steps of its history. */
export function isDeclined(
  history: readonly { user: string | null; status?: ReservationStatus | undefined }[],
): boolean {
  const [before, last] = history.filter(({ status }) => status !== undefined).slice(-2)
  return before?.status === 'asked' && last?.status === 'cancelled' && last.user !== null
}

/** Whether nothing more happens with a reservation. */
export const isOver = (status: ReservationStatus): boolean => nextStatuses(status).length === 0

/**
 * What is urgent about a table's next reservation: its guests are late, or others still sit where they are about to come.
 * @param now milliseconds since 1970
 */
export function urgencyOf({ at }: { at: string }, isInUse: boolean, now: number): 'late' | 'needed' | null {
  const minutes = (now - Date.parse(at)) / 60_000
  if (isInUse) return minutes >= -NEXT_MINUTES ? 'needed' : null
  return minutes >= LATE_MINUTES ? 'late' : null
}
