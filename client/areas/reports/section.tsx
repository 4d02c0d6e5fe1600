import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { getReport, type ReportFile, type ReportPart } from '#shared/contracts/reports.ts'
import type { Language } from '#shared/domain/language.ts'
import { type Currency, formatMoney } from '#shared/domain/money.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { formatDay, weekdayName } from '#shared/i18n/format.ts'
import { addressOf, callApi } from '../../lib/api/api.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { buttonClass, Card, cx, MoreMenu, useTranslation } from '../../ui/index.ts'
import { ageText } from '../orders/index.ts'
import type { DayGroup, Granularity, Period } from './period-picker.tsx'

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
      head: t(`reportHeadings.${field}`),
      cell: (row: Record<Field, number>) =>
        field.startsWith('revenue') ? formatMoney(row[field], currency) : number(row[field]),
    }))
}

const twoDigits = (hour: number) => String(hour).padStart(2, '0')

/** With the time of its fetching; while one loads, the former stays (docs/product/reports.md#reports-refresh). */
export function useReport({ from, to }: Period) {
  return useQuery({
    queryKey: [getReport.path, from, to],
    queryFn: async ({ signal }) => {
      const report = await callApi(getReport, { query: { from, to }, signal })
      return { report, fetchedAt: serverNow() }
    },
    // Fetched each time it is opened; while it is open, new orders do not change it.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

const fileAddress = ({ from, to }: Period, part: ReportFile, lang: Language): string =>
  addressOf(getReport, { query: { from, to, as: 'csv', part, lang } })

/** A link that downloads one part of the report, in all currencies, as a CSV file. */
function CsvLink({ part, period }: { part: ReportFile; period: Period }) {
  const { t, language } = useTranslation()
  return (
    <a href={fileAddress(period, part, language)} download className={buttonClass({ variant: 'quiet', size: 'small' })}>
      <Download aria-hidden="true" className="size-4" />
      {t('reports.csv')}
      <span className="sr-only">{t(`reports.sections.${part}`)}</span>
    </a>
  )
}

export interface SectionProps {
  part: ReportPart
  period: Period
}

interface ChartSectionProps {
  section: Exclude<ReportFile, 'figures'>
  period: Period
  note?: ReactNode
  /** The chart, with its own name for screen readers; falsy if there is no data. Missing where there is only a table. */
  chart?: ReactNode
  table: ReactNode
  emptyText?: string
  className?: string
}

/** A card with a chart, and a menu with the same figures as a table and as a CSV file. */
export function ChartSection({ section, period, note, chart, table, emptyText, className }: ChartSectionProps) {
  const { t, language } = useTranslation()
  const [asTable, setAsTable] = useState(false)
  const heading = useId()
  const shown = chart === undefined || (chart && asTable) ? table : chart
  const name = t(`reports.sections.${section}`)
  const toggle = { label: t(asTable ? 'reports.asChart' : 'reports.asTable'), onChoose: () => setAsTable(!asTable) }
  return (
    <Card className={cx('min-w-0 p-4', className)}>
      <section aria-labelledby={heading}>
        <div className="flex items-start justify-between gap-2">
          <h4 id={heading} className="display text-lg leading-tight">
            {name}
          </h4>
          <MoreMenu
            label={t('reports.actions', { name })}
            className="-mt-2.5 -mr-2.5 -mb-2 text-muted"
            actions={[
              ...(chart ? [toggle] : []),
              { label: t('reports.csv'), file: fileAddress(period, section, language) },
            ]}
          />
        </div>
        {note && <div className="mt-1 text-sm text-muted">{note}</div>}
        <div className="mt-3">{shown || <p className="py-6 text-muted">{emptyText ?? t('reports.nothing')}</p>}</div>
      </section>
    </Card>
  )
}

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  caption: string
  rows: readonly Row[]
  /** The first column contains the row headers; all others contain figures. */
  columns: readonly Column<Row>[]
}

/** The figures of a chart as a table. A long one scrolls in a box that is focusable for keyboard users. */
export function DataTable<Row>({ caption, rows, columns }: DataTableProps<Row>) {
  return (
    // The surrounding section is already a landmark with this name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      role="group"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      className="relative max-h-96 overflow-auto rounded-field border border-line"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunk text-muted">
          <tr>
            {columns.map(({ head }, index) => (
              <th
                key={head}
                scope="col"
                className={cx('px-2 py-2 font-semibold sm:px-3', index > 0 ? 'text-right' : 'text-left')}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row, rowIndex) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a dish may have the same name as a deleted one.
            <tr key={rowIndex}>
              {columns.map(({ head, cell }, index) =>
                index === 0 ? (
                  <th key={head} scope="row" className="px-2 py-2 text-left font-medium sm:px-3">
                    <div className="min-w-20 max-w-56 [overflow-wrap:anywhere]">{cell(row)}</div>
                  </th>
                ) : (
                  <td key={head} className="figures px-2 py-2 text-right sm:px-3 whitespace-nowrap">
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface Figure {
  label: string
  text: string
  /** Smaller text beside the figure. */
  detail?: string | undefined
  previousText: string
  /** The numbers from which the change is calculated. */
  values: { current: number | null; previous: number | null; kind?: 'time' }
}

export function Figures({ part: { currency, figures: current, figuresBefore: previous }, period }: SectionProps) {
  const format = useReportFormat()
  const { t } = format
  const money = (minor: number) => formatMoney(minor, currency)
  const orders = (count: number) => t('common.orderCount', { count })
  const dishes = (count: number) => t('common.dishes', { count })
  // Where payments are recorded, what was taken leads, and the orders' value stands beside their number.
  const isTaken = current.taken !== null
  const [sum, sumBefore] = [current.taken ?? current.revenue, previous.taken ?? previous.revenue]
  const figures: Figure[] = [
    {
      label: t(`reportHeadings.${isTaken ? 'taken' : 'revenue'}`),
      text: money(sum),
      previousText: money(sumBefore),
      values: { current: sum, previous: sumBefore },
    },
    {
      label: t('reportHeadings.orders'),
      text: format.number(current.orders),
      detail: isTaken ? money(current.revenue) : undefined,
      previousText: format.number(previous.orders),
      values: { current: current.orders, previous: previous.orders },
    },
    {
      label: t('reportHeadings.averageOrderValue'),
      text: current.orders > 0 ? money(current.averageOrderValue) : '–',
      previousText: previous.orders > 0 ? money(previous.averageOrderValue) : '–',
      values: { current: current.orders > 0 ? current.averageOrderValue : null, previous: previous.averageOrderValue },
    },
    {
      label: t('reportHeadings.cancelledOrders'),
      text: orders(current.cancelledOrders),
      detail: money(current.cancelledAmount),
      previousText: `${orders(previous.cancelledOrders)}, ${money(previous.cancelledAmount)}`,
      values: { current: current.cancelledOrders, previous: previous.cancelledOrders },
    },
    {
      label: t('reports.takenOff'),
      text: dishes(current.takenOffQuantity),
      detail: money(current.takenOffAmount),
      previousText: `${dishes(previous.takenOffQuantity)}, ${money(previous.takenOffAmount)}`,
      values: { current: current.takenOffQuantity, previous: previous.takenOffQuantity },
    },
    {
      label: t('reports.ready'),
      text: format.duration(current.readyMedian),
      detail:
        current.readySlow === null ? undefined : t('reports.nineOfTen', { time: format.duration(current.readySlow) }),
      previousText: format.duration(previous.readyMedian),
      values: { current: current.readyMedian, previous: previous.readyMedian, kind: 'time' },
    },
  ]
  return (
    <section aria-label={t('reports.sections.figures')}>
      <dl className="grid grid-cols-2 gap-2.5 @tab/page:grid-cols-3 @min-[80rem]/page:grid-cols-6">
        {figures.map(({ label, text, detail, previousText, values }) => (
          <Card key={label} className="flex min-w-0 flex-col px-3.5 py-2.5">
            <dt className="text-sm font-medium text-muted">{label}</dt>
            <dd className="mt-0.5 flex min-w-0 flex-wrap items-baseline gap-x-2">
              <span className="display figures min-w-0 text-xl leading-tight [overflow-wrap:anywhere]">{text}</span>
              {detail && <span className="figures text-sm text-muted">{detail}</span>}
            </dd>
            <dd className="mt-auto flex flex-wrap items-center gap-x-2 pt-1 text-small">
              <span className="inline-flex items-center gap-1 font-semibold">
                <TrendIcon {...values} />
                {format.change(values.current, values.previous, values.kind)}
              </span>
              <span className="figures text-muted">{t('reports.before', { value: previousText })}</span>
            </dd>
          </Card>
        ))}
      </dl>
      <div className="-ml-3.5">
        <CsvLink part="figures" period={period} />
      </div>
    </section>
  )
}

/** An icon for the direction of the change; decorative, because the text beside it states the change. */
function TrendIcon({ current, previous }: { current: number | null; previous: number | null }) {
  if (current === null || !previous) return null
  const Icon = current === previous ? Minus : current > previous ? TrendingUp : TrendingDown
  return <Icon aria-hidden="true" className="size-4 text-muted" />
}
