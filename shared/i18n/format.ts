import type { Language } from '../domain/language.ts'
import { formatNumber } from '../domain/numbers.ts'
import { localTime, weekdayOf } from '../domain/time/local-time.ts'
import type { DayHours } from '../domain/time/opening-hours.ts'

const [KB, MB, GB] = [1_000, 1_000_000, 1_000_000_000]
const formats = new Map<string, Intl.DateTimeFormat>()
const weekdayFormats = new Map<string, Intl.DateTimeFormat>()

/** Formats a number of bytes as `8.5 GB`, `120 MB` or `3 kB`, rounded down, with a no-break space. */
export function formatBytes(bytes: number): string {
  const [unit, name] = bytes < MB ? ([KB, 'kB'] as const) : bytes < GB ? ([MB, 'MB'] as const) : ([GB, 'GB'] as const)
  const count = bytes / unit
  return `${formatNumber(count < 10 ? Math.floor(count * 10) / 10 : Math.floor(count))}\u00A0${name}`
}

/** `d MMM yyyy, HH:mm` in the restaurant's time zone (docs/product/everywhere.md#everywhere-times). */
export function formatMoment(moment: string | Date, timeZone: string, language: Language): string {
  const parts = Object.fromEntries(
    formatOf(timeZone, language)
      .formatToParts(new Date(moment))
      .map(({ type, value }) => [type, value]),
  )
  // Some short names have four letters ("Sept", "ian."); MMM means three.
  const month = (parts.month ?? '').slice(0, 3)
  return `${parts.day} ${month} ${parts.year}, ${parts.hour}:${parts.minute}`
}

/** The name of a day of the week: `Mon` or `Monday`. @param weekday 1 (Monday) to 7 (Sunday) */
export function weekdayName(weekday: number, length: 'short' | 'long', language: Language): string {
  const key = `${length} ${language}`
  // Made on first use: most pages name no days, and a format takes milliseconds to make.
  const format = weekdayFormats.get(key) ?? weekdayFormat(language, length)
  weekdayFormats.set(key, format)
  // The first of January 2024 was a Monday.
  return format.format(Date.UTC(2024, 0, weekday)).replace('.', '')
}

function weekdayFormat(language: Language, weekday: 'short' | 'long'): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language === 'ro' ? 'ro-RO' : 'en-GB', { weekday, timeZone: 'UTC' })
}

/** Hours as people read them, such as `08:00–12:00, 18:00–24:00`. */
export function hoursText(hours: readonly DayHours[]): string {
  return hours.map(({ from, to }) => `${from}–${to === '00:00' ? '24:00' : to}`).join(', ')
}

/** Formats a calendar day as `d MMM yyyy`. @param day YYYY-MM-DD */
export function formatDay(day: string, language: Language): string {
  return formatMoment(`${day}T00:00:00Z`, 'UTC', language).split(',')[0] as string
}

/** A date without its year: `19 Nov`. @param day YYYY-MM-DD */
export function shortDate(day: string, language: Language): string {
  const format = shortDates.get(language) ?? shortDateFormat(language)
  shortDates.set(language, format)
  return format.format(new Date(day))
}

const shortDates = new Map<Language, Intl.DateTimeFormat>()
function shortDateFormat(language: Language): Intl.DateTimeFormat {
  const parts = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language === 'ro' ? 'ro-RO' : 'en-GB', parts)
}

const DAY_MS = 24 * 60 * 60_000

/** A day, YYYY-MM-DD, as people say it: `today`, `tomorrow`, `Saturday`; from a week ahead on also with its date. */
export function dayWords(day: string, today: string, language: Language, weekday: 'short' | 'long' = 'long'): string {
  const days = (Date.parse(day) - Date.parse(today)) / DAY_MS
  if (days === 0 || days === 1) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
  const name = weekdayName(weekdayOf(day), weekday, language)
  return weekday === 'short' || (days > 0 && days < 7) ? name : `${name}, ${shortDate(day, language)}`
}

/** Formats the time of day as `HH:mm` in the restaurant's time zone. */
export function formatTime(moment: string | Date, timeZone: string): string {
  return localTime(new Date(moment), timeZone).time
}

function formatOf(timeZone: string, language: Language): Intl.DateTimeFormat {
  const key = `${timeZone} ${language}`
  const cached = formats.get(key)
  if (cached) return cached
  const format = new Intl.DateTimeFormat(language === 'ro' ? 'ro-RO' : 'en-GB', {
    ...{ timeZone, day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })
  formats.set(key, format)
  return format
}
