import type { Language } from '#shared/domain/language.ts'
import { weekdayOf } from '#shared/domain/time/local-time.ts'
import { weekdayName } from './format.ts'

const DAY_MS = 24 * 60 * 60_000

/** A day, YYYY-MM-DD, as people say it: `today`, `tomorrow`, `Saturday`; from a week ahead on also with its date. */
export function dayWords(day: string, today: string, language: Language, weekday: 'short' | 'long' = 'long'): string {
  const days = (Date.parse(day) - Date.parse(today)) / DAY_MS
  if (days === 0 || days === 1) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
  const name = weekdayName(weekdayOf(day), weekday, language)
  return weekday === 'short' || (days > 0 && days < 7) ? name : `${name}, ${shortDate(day, language)}`
}

/** A date without its year: `19 Nov`. @param day YYYY-MM-DD */
export function shortDate(day: string, language: Language): string {
  const format = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Date(day).toLocaleDateString(language === 'ro' ? 'ro-RO' : 'en-GB', format)
}
