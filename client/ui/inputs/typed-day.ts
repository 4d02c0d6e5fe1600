import type { Language } from '#shared/domain/language.ts'

const MONTHS = Array.from({ length: 12 }, (_, i) => i)
const monthNames = new Map<string, string[]>()

/** A day as its field shows it: `28 Nov 2026`. @param day YYYY-MM-DD; an empty one is an empty text */
export function dayText(day: string, language: Language): string {
  const [year, month, date] = day.split('-').map(Number)
  return day && `${date} ${monthsOf(language)[(month ?? 1) - 1]} ${year}`
}

/** The day that was typed: `28.11.2026`, `28/11/26`, `28 Nov 2026` or `2026-11-28`. @returns YYYY-MM-DD */
export function parseDay(text: string, language: Language): string | undefined {
  const [first = '', middle = '', last = '', ...more] = text.trim().split(/[\s./-]+/)
  if (more.length > 0) return
  const [year, date] = first.length === 4 ? [first, last] : [last.length === 2 ? `20${last}` : last, first]
  const month = /^\d+$/.test(middle) ? Number(middle) : middle.length < 3 ? 0 : monthNumber(middle, language)
  const day = `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`
  const moment = Date.parse(`${day}T00:00:00Z`)
  // A day that its month does not have becomes one of the next month.
  return /^\d{4}-\d\d-\d\d$/.test(day) && new Date(moment || 0).toISOString().startsWith(day) ? day : undefined
}

/** Both lengths are known: the Romanian November is "nov", and "noiembrie" in full. */
function monthNumber(name: string, language: Language): number {
  const start = name.slice(0, 3).toLowerCase()
  const begins = (month: string) => month.toLowerCase().startsWith(start)
  const long = monthsOf(language, 'long')
  return monthsOf(language).findIndex((short, i) => begins(short) || begins(long[i] ?? '')) + 1
}

/** The names of the months; the short ones have three letters (docs/product/everywhere.md#everywhere-times). */
function monthsOf(language: Language, length: 'short' | 'long' = 'short'): string[] {
  const key = `${length} ${language}`
  const known = monthNames.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: length, timeZone: 'UTC' })
  const names = MONTHS.map((month) => {
    const parts = format.formatToParts(Date.UTC(2024, month))
    const name = parts.find(({ type }) => type === 'month')?.value ?? ''
    return length === 'short' ? name.slice(0, 3) : name
  })
  monthNames.set(key, names)
  return names
}

/** The locale whose dates begin with the day. */
export function localeOf(language: Language): string {
  return language === 'ro' ? 'ro-RO' : 'en-GB'
}
