import type { Reservation } from '#shared/contracts/reservations.ts'
import type { Language } from '#shared/domain/language.ts'
import { isOver, LATE_MINUTES, type ReservationStatus } from '#shared/domain/reservations/reservations.ts'
import { localTime, weekdayOf } from '#shared/domain/time/local-time.ts'
import { shortDate, weekdayName } from '#shared/i18n/format.ts'

/* What the list of a day shows, and in which order: pure functions. `now` is milliseconds since 1970. */

type Row = Pick<Reservation, 'id' | 'at' | 'until' | 'party' | 'status' | 'problem'>

/** A date with its weekday, without its year: `Saturday, 5 Dec`. */
export const dayTitle = (day: string, language: Language): string =>
  `${weekdayName(weekdayOf(day), 'long', language)}, ${shortDate(day, language)}`

/** For how many whole minutes guests are late; null while they are not, or are less than the house is told. */
export function lateMinutes({ status, at }: Pick<Row, 'status' | 'at'>, now: number): number | null {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000)
  return status === 'confirmed' && minutes >= LATE_MINUTES ? minutes : null
}

const GROUPS = ['toDo', 'others', 'over'] as const

/** The part of the list in which a reservation stands. */
export function groupOf(row: Row, now: number): (typeof GROUPS)[number] {
  if (row.status === 'asked' || row.problem !== null || lateMinutes(row, now) !== null) return 'toDo'
  return isOver(row.status) ? 'over' : 'others'
}

/** Those about which somebody must do something come first, those that are over last; then by their time. */
export function inRowOrder<One extends Row>(list: readonly One[], now: number): One[] {
  const rank = (row: Row) => GROUPS.indexOf(groupOf(row, now))
  return list.toSorted((a, b) => rank(a) - rank(b) || Date.parse(a.at) - Date.parse(b.at) || a.id - b.id)
}

const HOUR_MS = 60 * 60_000

/** The people who sit in each hour of a day, by the restaurant's clock. */
export function peopleByHour(list: readonly Row[], timeZone: string): { hour: number; time: string; people: number }[] {
  const hours = new Map<number, number>()
  for (const { at, until, party, status } of list) {
    if (status === 'cancelled' || status === 'no_show') continue
    for (let hour = Math.floor(Date.parse(at) / HOUR_MS); hour * HOUR_MS < Date.parse(until); hour++)
      hours.set(hour, (hours.get(hour) ?? 0) + party)
  }
  return [...hours]
    .sort(([a], [b]) => a - b)
    .map(([hour, people]) => ({
      hour: hour * HOUR_MS,
      time: localTime(new Date(hour * HOUR_MS), timeZone).time,
      people,
    }))
}

/** How long before their time the house expects guests, and offers to seat them. */
const SOON_MS = 60 * 60_000

/** The step that comes next and can work: an answer, or to seat guests on their day, from an hour before. @param dayOf the business day of a moment */
export function nextStep(
  { status, at }: Pick<Row, 'status' | 'at'>,
  now: number,
  dayOf: (moment: string | number) => string,
): Extract<ReservationStatus, 'confirmed' | 'seated'> | undefined {
  if (status === 'asked') return 'confirmed'
  const isSoon = Date.parse(at) - now <= SOON_MS && dayOf(at) === dayOf(now)
  return status === 'confirmed' && isSoon ? 'seated' : undefined
}

/** The whole hours from the first to the last of some moments, as milliseconds; both ends. */
export function hoursOf(moments: readonly number[]): { from: number; to: number } {
  const from = Math.floor(Math.min(...moments) / HOUR_MS) * HOUR_MS
  return { from, to: Math.max(Math.ceil(Math.max(...moments) / HOUR_MS) * HOUR_MS, from + HOUR_MS) }
}
