import type { Language } from '../language.ts'

const FORMATS = { en: formatIn('en-GB'), ro: formatIn('ro-RO') }

/** Writes a day as `Saturday 12 December 2026`, in Romanian `sâmbătă, 12 decembrie 2026`. */
export function formatLongDay(day: string, language: Language): string {
  const { weekday, ...date } = partsOf(day, language)
  return `${weekday}${language === 'ro' ? ',' : ''} ${date.day} ${date.month} ${date.year}`
}

function partsOf(day: string, language: Language): Record<string, string> {
  const parts = FORMATS[language].formatToParts(new Date(`${day}T00:00:00Z`))
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

function formatIn(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
}
