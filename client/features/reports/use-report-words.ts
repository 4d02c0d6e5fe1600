import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/domain/language.ts'
import { splitMinutes } from '../../entities/order/index.ts'
import { formatDay } from '../../lib/words/format.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import type { BarStep, DayGroup } from './groups.ts'
import type { Period } from './period.ts'

const LOCALE: Record<Language, string> = { en: 'en-GB', ro: 'ro-RO' }
/** A Monday, from which weekdays have their names. */
const MONDAY = Date.parse('2024-01-01')
const DAY_MS = 24 * 60 * 60 * 1000
/** Smaller changes would be read as none. */
const LEAST_CHANGE = 0.0005

/** Figures, days and times of a report as the person reads them. */
export function useReportWords() {
  const { t } = useTranslation()
  const language = useLanguage()
  const locale = LOCALE[language]
  const shortDay = (day: string) => formatDay(day, language).replace(/ \d+$/, '')
  const period = ({ from, to }: Period) => {
    if (from === to) return formatDay(from, language)
    const isOneYear = from.slice(0, 4) === to.slice(0, 4)
    return `${isOneYear ? shortDay(from) : formatDay(from, language)} – ${formatDay(to, language)}`
  }
  return {
    t,
    language,
    number: (value: number) => value.toLocaleString(locale),
    /** For axes: `12.5K`. */
    roughly: (value: number) => value.toLocaleString(locale, { notation: 'compact', maximumFractionDigits: 1 }),
    /** For small cells: whole below a thousand, then `1.2K`, `120K`. */
    shortly: (value: number) =>
      value < 1000 ? String(value) : value.toLocaleString(locale, { notation: 'compact', maximumSignificantDigits: 2 }),
    period,
    weekday: (weekday: number, length: 'short' | 'long') =>
      new Date(MONDAY + (weekday - 1) * DAY_MS).toLocaleDateString(locale, { weekday: length, timeZone: 'UTC' }),
    hour: (hour: number) => `${twoDigits(hour)}:00–${twoDigits((hour + 1) % 24)}:00`,

    /** What stands under a bar: its day, the first day of its week, or its month. */
    underBar: ({ first }: DayGroup, step: BarStep) =>
      step === 'month' ? formatDay(first, language).slice(-8) : shortDay(first),
    bar: ({ first, last }: DayGroup) => period({ from: first, to: last }),

    /** @param seconds null where no order was ready */
    duration(seconds: number | null): string {
      if (seconds === null) return '–'
      const { days, hours, minutes } = splitMinutes(Math.round(seconds / 60))
      if (days > 0) return t('orders.days', { days, hours })
      if (hours > 0) return t('orders.hours', { hours, minutes })
      return minutes > 0 ? t('orders.minutes', { minutes }) : t('reports.underMinute')
    },

    /** How much more or less than before, in words; a dash where there was nothing to compare with. */
    change(now: number | null, before: number | null, of: 'amount' | 'time' = 'amount'): string {
      if (now === null || !before) return '–'
      const change = (now - before) / before
      if (Math.abs(change) < LEAST_CHANGE) return t('reports.same')
      const percent = Math.abs(change).toLocaleString(locale, {
        style: 'percent',
        maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
      })
      const [up, down] = of === 'time' ? (['longer', 'shorter'] as const) : (['more', 'less'] as const)
      return t(`reports.${change > 0 ? up : down}`, { percent })
    },
  }
}

const twoDigits = (hour: number) => String(hour).padStart(2, '0')
