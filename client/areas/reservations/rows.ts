import type { Reservation } from '#shared/contracts/reservations.ts'
import { isOver, LATE_MINUTES } from '#shared/domain/reservations/reservations.ts'
import { localTime } from '#shared/domain/time/local-time.ts'

/* What the list of a day shows, and in which order: pure functions. `now` is milliseconds since 1970. */

type Row = Pick<Reservation, 'id' | 'at' | 'until' | 'party' | 'status' | 'problem'>

/** For how many whole minutes guests are late; null while they are not, or are less than the house is told. */
export function lateMinutes({ status, at }: Pick<Row, 'status' | 'at'>, now: number): number | null {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000)
  return status === 'confirmed' && minutes >= LATE_MINUTES ? minutes : null
}

/** Those about which somebody must do something come first, those that are over last; then by their time. */
export function inRowOrder<One extends Row>(list: readonly One[], now: number): One[] {
  const rank = (row: Row) => {
    if (row.status === 'asked' || row.problem !== null || lateMinutes(row, now) !== null) return 0
    return isOver(row.status) ? 2 : 1
  }
  return list.toSorted((a, b) => rank(a) - rank(b) || Date.parse(a.at) - Date.parse(b.at) || a.id - b.id)
}

const HOUR_MS = 60 * 60_000

/** The people who sit in each hour of a day, by the restaurant's clock. */
export function peopleByHour(list: readonly Row[], timeZone: string): { time: string; people: number }[] {
  const hours = new Map<number, number>()
  for (const { at, until, party, status } of list) {
    if (status === 'cancelled' || status === 'no_show') continue
    for (let hour = Math.floor(Date.parse(at) / HOUR_MS); hour * HOUR_MS < Date.parse(until); hour++)
      hours.set(hour, (hours.get(hour) ?? 0) + party)
  }
  return [...hours]
    .sort(([a], [b]) => a - b)
    .map(([hour, people]) => ({ time: localTime(new Date(hour * HOUR_MS), timeZone).time, people }))
}
