import { addDays, localTime, momentOf } from '#shared/domain/local-time.ts'
import type { Chance } from './chance.ts'

export type Meal = 'breakfast' | 'lunch' | 'afternoon' | 'dinner'

/** A moment at which somebody orders. */
export interface PastVisit {
  at: Date
  /** The restaurant's own day, YYYY-MM-DD. */
  day: string
  meal: Meal
}

/** How many days before today the first orders lie: five weeks. */
const HISTORY_DAYS = 35
/** The kitchen takes orders from half past eight to half past ten; in minutes of the day. */
const OPENS = 8 * 60 + 30
const CLOSES = 22 * 60 + 30

/** Orders on a usual Sunday, Monday … Saturday. */
const ORDERS_ON = [38, 23, 25, 27, 32, 45, 50]

/** When each meal is at its height, how wide it spreads, and its share of a day: on workdays and at the weekend. */
const MEALS: Record<'workday' | 'weekend', { meal: Meal; peak: number; spread: number; share: number }[]> = {
  workday: [
    { meal: 'breakfast', peak: 9 * 60 + 20, spread: 35, share: 11 },
    { meal: 'lunch', peak: 13 * 60, spread: 42, share: 42 },
    { meal: 'afternoon', peak: 16 * 60 + 15, spread: 50, share: 10 },
    { meal: 'dinner', peak: 19 * 60 + 40, spread: 62, share: 37 },
  ],
  weekend: [
    { meal: 'breakfast', peak: 10 * 60 + 15, spread: 45, share: 15 },
    { meal: 'lunch', peak: 13 * 60 + 45, spread: 48, share: 29 },
    { meal: 'afternoon', peak: 16 * 60 + 30, spread: 50, share: 13 },
    { meal: 'dinner', peak: 20 * 60 + 5, spread: 60, share: 43 },
  ],
}

/** Every visit of the weeks before `until`, in order of time: two peaks a day, full weekends, nobody while it is closed. */
export function visitsUntil(until: Date, timeZone: string, chance: Chance): PastVisit[] {
  const today = localTime(until, timeZone).day
  const days = Array.from({ length: HISTORY_DAYS + 1 }, (_, i) => addDays(today, i - HISTORY_DAYS))
  const visits = days.flatMap((day) => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    const usual = ORDERS_ON[weekday] ?? 0
    const meals = MEALS[weekday === 0 || weekday === 6 ? 'weekend' : 'workday']
    return Array.from({ length: Math.round(chance.around(usual, usual * 0.12)) }, (): PastVisit => {
      const { meal, peak, spread } = chance.weighted(meals, ({ share }) => share)
      const minute = Math.round(Math.min(CLOSES, Math.max(OPENS, chance.around(peak, spread))))
      const time = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
      const seconds = chance.between(0, 59)
      return { at: new Date(momentOf({ day, time }, timeZone).getTime() + seconds * 1000), day, meal }
    })
  })
  return visits.filter(({ at }) => at < until).sort((a, b) => a.at.getTime() - b.at.getTime())
}
