import { addDays, localTime, momentOf } from '#shared/domain/time/local-time.ts'
import type { Chance } from './chance.ts'

export type Meal = 'breakfast' | 'lunch' | 'afternoon' | 'dinner'

/** The time of a past order. */
export interface PastVisit {
  at: Date
  /** The day in the restaurant's time zone, YYYY-MM-DD. */
  day: string
  meal: Meal
}

/** The history begins this many days before today: five weeks. */
const HISTORY_DAYS = 35
/** Opening hours in minutes of the day: 8:30 to 22:30. */
const OPENS = 8 * 60 + 30
const CLOSES = 22 * 60 + 30

/** Average orders per weekday, from Sunday to Saturday. */
const AVERAGE_ORDERS = [38, 23, 25, 27, 32, 45, 50]

/** Peak and spread of each meal in minutes of the day, and its share of the day's orders. */
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

/** All visits of the five weeks before `until` in chronological order, within the opening hours. */
export function visitsUntil(until: Date, timeZone: string, chance: Chance): PastVisit[] {
  const today = localTime(until, timeZone).day
  const days = Array.from({ length: HISTORY_DAYS + 1 }, (_, i) => addDays(today, i - HISTORY_DAYS))
  const visits = days.flatMap((day) => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    const average = AVERAGE_ORDERS[weekday] ?? 0
    const meals = MEALS[weekday === 0 || weekday === 6 ? 'weekend' : 'workday']
    return Array.from({ length: Math.round(chance.around(average, average * 0.12)) }, (): PastVisit => {
      const { meal, peak, spread } = chance.weighted(meals, ({ share }) => share)
      const minute = Math.round(Math.min(CLOSES, Math.max(OPENS, chance.around(peak, spread))))
      const time = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
      const seconds = chance.between(0, 59)
      return { at: new Date(momentOf({ day, time }, timeZone).getTime() + seconds * 1000), day, meal }
    })
  })
  return visits.filter(({ at }) => at < until).sort((a, b) => a.at.getTime() - b.at.getTime())
}
