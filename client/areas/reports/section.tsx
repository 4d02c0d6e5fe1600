import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { getReport, type ReportFile, type ReportPart } from '#shared/contracts/reports.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { weekdayOf } from '#shared/domain/time/local-time.ts'
import { formatDay, weekdayName } from '#shared/i18n/format.ts'
import { addressOf, callApi } from '../../lib/api/api.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { buttonClass, Card, cx, language, t } from '../../ui/index.ts'
import { ageText } from '../orders/index.ts'
import type { Period } from './period-picker.tsx'

/** Smaller relative changes are shown as no change, because they would round to 0 %. */
const MIN_CHANGE = 0.0005

/** Functions that format the figures, days and times of a report in the reader's language, and `t`. */
export function useReportFormat() {
  return {
    t,
    language,
    number: formatNumber,
    period({ from, to }: Period): string {
      if (from === to) return `${weekdayName(weekdayOf(from), 'short', language)}, ${formatDay(from, language)}`
      const isOneYear = from.slice(0, 4) === to.slice(0, 4)
      const first = formatDay(from, language)
      return `${isOneYear ? first.replace(/ \d+$/, '') : first} – ${formatDay(to, language)}`
    },
    weekday: (weekday: number) => weekdayName(weekday, 'short', language),

    /** @param seconds null if no order was ready */
    duration(seconds: number | null): string {
      if (seconds === null) return '–'
      return ageText(t, Math.max(1, Math.round(seconds / 60)))
    },

    /** The relative change, as "20% more"; a dash if there is nothing to compare with. */
    change(current: number | null, previous: number | null): string {
      if (current === null || !previous) return '–'
      const change = (current - previous) / previous
      if (Math.abs(change) < MIN_CHANGE) return t('reports.same')
      const tenths = Math.round(Math.abs(change) * 1000)
      const percent = `${formatNumber(tenths < 100 ? tenths / 10 : Math.round(tenths / 10))}%`
      return t(change > 0 ? 'reports.more' : 'reports.less', { percent })
    },
  }
}

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

export interface SectionProps {
  part: ReportPart
  period: Period
}

/** A link that downloads one part of the report, in all currencies, as a CSV file. */
function CsvLink({ part, period: { from, to } }: { part: ReportFile; period: Period }) {
  return (
    <a
      href={addressOf(getReport, { query: { from, to, as: 'csv', part, lang: language } })}
      download
      className={buttonClass({ variant: 'quiet', size: 'small' })}
    >
      <Download aria-hidden="true" className="size-4" />
      {t('reports.csv')}
      <span className="sr-only">{t(`reports.sections.${part}`)}</span>
    </a>
  )
}

interface ReportSectionProps {
  section: Exclude<ReportFile, 'figures'>
  period: Period
  note?: ReactNode
  /** Falsy if there is no data. */
  children: ReactNode
  emptyText?: string
  className?: string
}

/** A card with a table, and a link to its CSV file. */
export function ReportSection({ section, period, note, children, emptyText, className }: ReportSectionProps) {
  const heading = useId()
  return (
    <Card className={cx('min-w-0 p-4', className)}>
      <section aria-labelledby={heading}>
        <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-2.5">
          <h4 id={heading} className="display min-w-0 flex-[1_1_7rem] text-lg leading-tight">
            {t(`reports.sections.${section}`)}
          </h4>
          <div className="-mt-2.5 -mr-3 shrink-0">
            <CsvLink part={section} period={period} />
          </div>
        </div>
        {note && <div className="mt-1 text-sm text-muted">{note}</div>}
        <div className="mt-3">{children || <p className="py-6 text-muted">{emptyText ?? t('reports.nothing')}</p>}</div>
      </section>
    </Card>
  )
}

type Measure = 'orders' | 'revenue' | 'quantity'
/** A named row, with its figures and those of the period before. */
export type BarRow = { name: string } & { [Figure in Measure | `${Measure}Before`]?: number }

interface BarSectionProps
  extends SectionProps,
    Pick<ReportSectionProps, 'section' | 'note' | 'emptyText' | 'className'> {
  /** Of the column of names. */
  head: string
  /** The figures; the bars show the first. */
  measures: readonly [Measure, ...Measure[]]
  rows: readonly BarRow[]
}

/** Rows with their figures, each beside that of the period before; the first one also as a bar. */
export function BarSection({ part: { currency }, head, measures, rows, ...section }: BarSectionProps) {
  const { t, number } = useReportFormat()
  const [first] = measures
  const highest = Math.max(1, ...rows.flatMap((row) => [row[first] ?? 0, row[`${first}Before`] ?? 0]))
  const widthOf = (value = 0) => ({ width: `${(value / highest) * 100}%` })
  const text = (measure: Measure, value = 0) => (measure === 'revenue' ? formatMoney(value, currency) : number(value))
  return (
    <ReportSection {...section}>
      {rows.length > 0 && (
        <DataTable
          caption={t(`reports.sections.${section.section}`)}
          rows={rows}
          columns={[
            {
              head,
              cell: (row) => (
                <>
                  {row.name}
                  <div className="mt-1 h-2 rounded-full bg-accent" style={widthOf(row[first])} />
                  <div className="mt-px h-1 rounded-full bg-muted" style={widthOf(row[`${first}Before`])} />
                </>
              ),
            },
            ...measures.map((measure) => ({
              head: t(`reportHeadings.${measure}`),
              cell: (row: BarRow) => (
                <>
                  {text(measure, row[measure])}
                  <span className="block text-xs text-muted">
                    {t('reports.before', { value: text(measure, row[`${measure}Before`]) })}
                  </span>
                </>
              ),
            })),
          ]}
        />
      )}
    </ReportSection>
  )
}

interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  caption: string
  rows: readonly Row[]
  /** The first column contains the row headers; all others contain figures. */
  columns: readonly Column<Row>[]
}

/** A long table scrolls in a box that is focusable for keyboard users. */
export function DataTable<Row>({ caption, rows, columns }: DataTableProps<Row>) {
  return (
    // The surrounding section is already a landmark with this name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      role="group"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      className="relative max-h-112 overflow-auto rounded-field border border-line"
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
                  <th key={head} scope="row" className="w-full px-2 py-2 text-left font-medium sm:px-3">
                    <div className="min-w-20 wrap-anywhere">{cell(row)}</div>
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
  values: { current: number | null; previous: number | null }
}

export function Figures({ part: { currency, figures: current, figuresBefore: previous }, period }: SectionProps) {
  const format = useReportFormat()
  const { t } = format
  // Never broken before its unit, as long as it fits.
  const money = (minor: number) => formatMoney(minor, currency).replace(' ', '\u00a0')
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
      // With its word: two figures side by side read as one.
      text: isTaken ? orders(current.orders) : format.number(current.orders),
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
      values: { current: current.readyMedian, previous: previous.readyMedian },
    },
  ]
  return (
    <section aria-label={t('reports.sections.figures')}>
      <dl className="grid gap-2.5 @min-[22rem]/page:grid-cols-2 @tab/page:grid-cols-3 @min-[80rem]/page:grid-cols-6">
        {figures.map(({ label, text, detail, previousText, values }) => (
          <Card key={label} className="flex min-w-0 flex-col px-3.5 py-2.5 wrap-anywhere">
            <dt className="text-sm font-medium text-muted">{label}</dt>
            <dd className="mt-0.5 flex min-w-0 flex-wrap items-baseline gap-x-2">
              <span className="display figures text-xl leading-tight">{text}</span>
              {detail && <span className="figures text-sm text-muted">{detail}</span>}
            </dd>
            <dd className="mt-auto flex flex-wrap items-center gap-x-2 pt-1 text-small">
              <span className="font-semibold">{format.change(values.current, values.previous)}</span>
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
