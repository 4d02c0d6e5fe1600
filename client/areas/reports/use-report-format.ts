import type { Language } from '#shared/domain/language.ts'
import { type Currency, formatMoney } from '#shared/domain/money.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { formatDay, weekdayName } from '../../lib/words/format.ts'
import { useTranslation } from '../../ui/index.ts'
import { ageText } from '../orders/index.ts'
import type { DayGroup, Granularity, Period } from './period.ts'

const LOCALE: Record<Language, string> = { en: 'en-GB', ro: 'ro-RO' }
/** Smaller relative changes are shown as no change, because they would round to 0 %. */
const MIN_CHANGE = 0.0005

/** Functions that format the figures, days and times of a report in the reader's language, and `t`. */
export function useReportFormat() {
  const { t, language } = useTranslation()
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
    number: (value: number) => formatNumber(value, language),
    /** For axes: `12.5K`. */
    axisValue: (value: number) => value.toLocaleString(locale, { notation: 'compact', maximumFractionDigits: 1 }),
    /** For small cells: `999`, `1.2K`, `120K`. */
    cellValue: (value: number) =>
      value < 1000 ? String(value) : value.toLocaleString(locale, { notation: 'compact', maximumSignificantDigits: 2 }),
    period,
    weekday: (weekday: number, length: 'short' | 'long') => weekdayName(weekday, length, language),
    hour: (hour: number) => `${twoDigits(hour)}:00–${twoDigits((hour + 1) % 24)}:00`,

    /** The label below a bar: its day, the first day of its week, or its month. */
    axisLabel: ({ first }: DayGroup, granularity: Granularity) =>
      granularity === 'month' ? formatDay(first, language).slice(-8) : shortDay(first),
    group: ({ first, last }: DayGroup) => period({ from: first, to: last }),

    /** @param seconds null if no order was ready */
    duration(seconds: number | null): string {
      if (seconds === null) return '–'
      return ageText(t, Math.max(1, Math.round(seconds / 60)))
    },

    /** The relative change, as "20% more"; a dash if there is nothing to compare with. */
    change(current: number | null, previous: number | null, kind: 'amount' | 'time' = 'amount'): string {
      if (current === null || !previous) return '–'
      const change = (current - previous) / previous
      if (Math.abs(change) < MIN_CHANGE) return t('reports.same')
      const percent = Math.abs(change).toLocaleString(locale, {
        style: 'percent',
        maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
      })
      const [up, down] = kind === 'time' ? (['longer', 'shorter'] as const) : (['more', 'less'] as const)
      return t(`reports.${change > 0 ? up : down}`, { percent })
    },
  }
}

/** The figures of rows that several charts and tables show. */
type Measure = 'orders' | 'revenue' | 'quantity' | `${'orders' | 'revenue' | 'quantity'}Before`

export function useColumns(currency: Currency) {
  const { t, number } = useReportFormat()
  return <Field extends Measure>(...fields: readonly Field[]) =>
    fields.map((field) => ({
      head: t(`reports.columns.${field}`),
      cell: (row: Record<Field, number>) =>
        field.startsWith('revenue') ? formatMoney(row[field], currency) : number(row[field]),
    }))
}

const twoDigits = (hour: number) => String(hour).padStart(2, '0')
