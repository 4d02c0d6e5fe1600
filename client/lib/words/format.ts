import type { Language } from '#shared/domain/language.ts'
import { localTime } from '#shared/domain/local-time.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
const NUMBERS = {
  en: new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 }),
  ro: new Intl.NumberFormat('ro-RO', { maximumFractionDigits: 2 }),
}

/** A quantity (grams, kilocalories) as the language writes it: `1,234.5`, in Romanian `1.234,5`. Not for money. */
export function formatNumber(value: number, language: Language): string {
  return NUMBERS[language].format(value)
}

/** A moment as `d MMM yyyy, HH:mm` in the restaurant's time zone (docs/product.md#everywhere-times). */
export function formatMoment(moment: string | Date, timeZone: string, language: Language): string {
  const parts = Object.fromEntries(
    formatOf(timeZone, language)
      .formatToParts(new Date(moment))
      .map(({ type, value }) => [type, value]),
  )
  // Both languages have short names of four letters ("Sept", "ian."), and MMM is three.
  const month = (parts.month ?? '').slice(0, 3)
  return `${parts.day} ${month} ${parts.year}, ${parts.hour}:${parts.minute}`
}

const DAYS = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }),
  ro: new Intl.DateTimeFormat('ro-RO', { dateStyle: 'full', timeZone: 'UTC' }),
}

/** A whole day with its weekday: `Saturday 21 November 2026`. @param day YYYY-MM-DD */
export function formatLongDay(day: string, language: Language): string {
  return DAYS[language].format(new Date(`${day}T00:00:00Z`))
}

/** A day of the restaurant's calendar as `d MMM yyyy`. @param day YYYY-MM-DD */
export function formatDay(day: string, language: Language): string {
  return formatMoment(`${day}T00:00:00Z`, 'UTC', language).split(',')[0] as string
}

/** The time of day alone, as `HH:mm`, in the restaurant's time zone. */
export function formatTime(moment: string | Date, timeZone: string): string {
  return localTime(new Date(moment), timeZone).time
}

function formatOf(timeZone: string, language: Language): Intl.DateTimeFormat {
  const key = `${timeZone} ${language}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(language === 'ro' ? 'ro-RO' : 'en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(key, format)
  return format
}
