import type { CSSProperties, ReactNode } from 'react'
import type { ReportPart } from '#shared/contracts/reports.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { BUSINESS_DAY_START } from '#shared/domain/time/business-day.ts'
import { useIsWide } from '../../lib/browser/environment.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { ChartSection, DataTable, type SectionProps, useColumns, useReportFormat } from './section.tsx'

/** Wraps a chart as an image with a one-sentence summary for screen readers; the section's table has the figures. */
function ChartFigure({ ariaLabel, children }: { ariaLabel: string; children: ReactNode }) {
  return (
    <div role="img" aria-label={ariaLabel}>
      {children}
    </div>
  )
}

interface LegendProps {
  /** How the chart shows the period before. */
  periodBefore: 'line' | 'bar'
  /** Whether to explain the stubs of days without orders. */
  hasEmptyDays?: boolean
}

export function Legend({ periodBefore, hasEmptyDays = false }: LegendProps) {
  const { t } = useTranslation()
  return (
    <ul className="mb-2.5 flex flex-wrap gap-x-4 gap-y-0.5 text-small text-muted">
      <LegendEntry swatch="h-2.5 w-2.5 rounded-[3px] bg-accent">{t('reports.legend.now')}</LegendEntry>
      <LegendEntry swatch={periodBefore === 'line' ? 'h-0.5 w-4 bg-ink' : 'h-1 w-4 rounded-full bg-muted'}>
        {t('reports.legend.before')}
      </LegendEntry>
      {hasEmptyDays && <LegendEntry swatch="h-0.5 w-2.5 bg-edge">{t('reports.legend.none')}</LegendEntry>}
    </ul>
  )
}

function LegendEntry({ swatch, children }: { swatch: string; children: ReactNode }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={swatch} />
      {children}
    </li>
  )
}

interface ChartBar {
  /** The dish, table or time of the bar. */
  name: string
  current: number
  previous: number
  /** All its figures, which a mouse over it shows. */
  title: string
}

const highestOf = (bars: readonly ChartBar[]): number =>
  Math.max(0, ...bars.flatMap(({ current, previous }) => [current, previous]))

interface ColumnChartProps {
  ariaLabel: string
  /** Columns without orders are stubs of another colour. */
  columns: readonly (ChartBar & { isEmpty: boolean })[]
  formatTick: (value: number) => string
}

/** Columns, each with a line at the height of the period before. */
export function ColumnChart({ ariaLabel, columns, formatTick }: ColumnChartProps) {
  const nameEvery = Math.ceil(columns.length / (useIsWide() ? 8 : 5))
  const highest = highestOf(columns)
  const step = stepOf(highest)
  const steps = Math.max(1, Math.ceil(highest / step))
  const ticks = Array.from({ length: steps + 1 }, (_, i) => step * i)
  const heightOf = (value: number) => `${(value / (step * steps)) * 100}%`
  return (
    <ChartFigure ariaLabel={ariaLabel}>
      <div className="figures flex gap-2 pt-2 pr-4 pb-6 text-xs text-muted">
        <div className="flex h-42 flex-col-reverse justify-between">
          {ticks.map((tick) => (
            <span key={tick} className="flex h-0 items-center justify-end">
              {formatTick(tick)}
            </span>
          ))}
        </div>
        <div
          className="flex h-42 flex-1 border-edge border-b bg-[linear-gradient(var(--line)_1px,transparent_1px)]"
          style={{ backgroundSize: `100% ${100 / steps}%` }}
        >
          {columns.map(({ name, current, previous, title, isEmpty }, i) => (
            <div
              key={title}
              title={title}
              className="relative flex min-w-0 flex-1 items-end justify-center hover:bg-sunk"
            >
              <div
                className={cx('min-h-[3px] w-4/5 max-w-12 rounded-t-[3px]', isEmpty ? 'bg-edge' : 'bg-accent')}
                style={{ height: heightOf(current) }}
              />
              <div
                // The edge in the card's colour separates the line from the column.
                className="absolute inset-x-0 translate-y-1/2 border-card border-y bg-ink pt-[1.5px]"
                style={{ bottom: heightOf(previous) }}
              />
              {i % nameEvery === 0 && <span className="absolute top-full pt-1.5 whitespace-nowrap">{name}</span>}
            </div>
          ))}
        </div>
      </div>
    </ChartFigure>
  )
}

/** A whole number of 1, 2 or 5 times a power of ten: about a fourth of the axis. */
function stepOf(highest: number): number {
  const fourth = Math.max(1, highest / 4)
  const power = 10 ** Math.floor(Math.log10(fourth))
  return power * ([1, 2, 5].find((times) => times * power >= fourth) ?? 10)
}

interface HorizontalBarChartProps {
  ariaLabel: string
  /** Sorted, longest first. */
  bars: readonly ChartBar[]
  format: (value: number) => string
}

/** Horizontal bars, each with a thin one for the period before. */
export function HorizontalBarChart({ ariaLabel, bars, format }: HorizontalBarChartProps) {
  const highest = highestOf(bars) || 1
  const widest = Math.max(...bars.map(({ current }) => format(current).length))
  const widthOf = (value: number) => `calc((100% - ${widest + 1}ch) * ${value / highest})`
  return (
    <ChartFigure ariaLabel={ariaLabel}>
      <Legend periodBefore="bar" />
      {bars.map(({ name, current, previous, title }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat.
          key={index}
          title={title}
          className="grid h-9 grid-cols-[7rem_1fr] items-center gap-2 text-small hover:bg-sunk @tab/page:grid-cols-[10rem_1fr]"
        >
          <span className="line-clamp-2 leading-[1.15] [overflow-wrap:anywhere]">{name}</span>
          <div className="figures flex h-full flex-col justify-center gap-px border-edge border-l leading-none">
            <div className="flex items-center gap-1.5 whitespace-nowrap">
              <div className="h-3.5 shrink-0 rounded-r-[4px] bg-accent" style={{ width: widthOf(current) }} />
              {format(current)}
            </div>
            <div className="h-1 rounded-r-[2px] bg-muted" style={{ width: widthOf(previous) }} />
          </div>
        </div>
      ))}
    </ChartFigure>
  )
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
/** Cell colours from few orders to many; text on each has a contrast of at least 4.5:1 in both themes. */
const HEAT_CLASSES = [
  'bg-[color-mix(in_srgb,var(--accent)_12%,var(--card))]',
  'bg-[color-mix(in_srgb,var(--accent)_25%,var(--card))]',
  'bg-[color-mix(in_srgb,var(--accent)_40%,var(--card))]',
  'bg-[color-mix(in_srgb,var(--accent)_55%,var(--card))]',
  'bg-accent text-on-accent',
]

type HourSums = ReportPart['hours'][number]

/** Orders by hour of the week, as a heat map; the hours start with the business day. */
export function HoursSection({ part: { hours, currency }, period }: SectionProps) {
  const format = useReportFormat()
  const { t } = format
  const { businessDayStart = BUSINESS_DAY_START } = useSettings()
  const firstHour = Number(businessDayStart.slice(0, 2))
  const hourOfBusinessDay = (hour: number) => (hour - firstHour + 24) % 24
  const worked = hours.map(({ hour }) => hourOfBusinessDay(hour))
  // From the first hour with orders to the last one.
  const hoursInOrder = Array.from({ length: 24 }, (_, i) => i)
    .filter((i) => i >= Math.min(...worked) && i <= Math.max(...worked))
    .map((i) => (firstHour + i) % 24)
  const sorted = [...hours].sort(
    (a, b) => a.weekday - b.weekday || hourOfBusinessDay(a.hour) - hourOfBusinessDay(b.hour),
  )
  const busiest = hours.reduce<HourSums | undefined>(
    (max, cell) => (cell.orders > (max?.orders ?? 0) ? cell : max),
    undefined,
  )
  const columns = useColumns(currency)
  const orderCount = (count: number) => t('common.orderCount', { count })
  return (
    <ChartSection
      section="hours"
      period={period}
      note={t('reports.hoursNote')}
      className="@wide/page:col-span-2"
      chart={
        busiest && (
          <ChartFigure
            ariaLabel={t('reports.says.hours', {
              weekday: format.weekday(busiest.weekday, 'long'),
              hour: format.hour(busiest.hour),
              value: orderCount(busiest.orders),
            })}
          >
            <HeatMap hours={hours} hoursInOrder={hoursInOrder} maxOrders={busiest.orders} currency={currency} />
          </ChartFigure>
        )
      }
      table={
        <DataTable
          caption={t('reports.sections.hours')}
          rows={sorted}
          columns={[
            {
              head: `${t('reportHeadings.weekday')}, ${t('reportHeadings.hour')}`,
              cell: ({ weekday, hour }) => `${format.weekday(weekday, 'long')}, ${format.hour(hour)}`,
            },
            ...columns('orders', 'revenue'),
          ]}
        />
      }
    />
  )
}

interface HeatMapProps {
  hours: readonly HourSums[]
  hoursInOrder: readonly number[]
  maxOrders: number
  currency: ReportPart['currency']
}

/** The heat map. Hours run from left to right; on a phone, from top to bottom. */
function HeatMap({ hours, hoursInOrder, maxOrders, currency }: HeatMapProps) {
  const format = useReportFormat()
  const isWide = useIsWide()
  const sums = new Map(hours.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]))
  const cell = (weekday: number, hour: number) => {
    const cellSums = sums.get(`${weekday} ${hour}`) ?? { orders: 0, revenue: 0 }
    const description = [
      `${format.weekday(weekday, 'long')}, ${format.hour(hour)}`,
      format.t('common.orderCount', { count: cellSums.orders }),
      formatMoney(cellSums.revenue, currency),
    ].join(' · ')
    return (
      <div
        key={`${weekday} ${hour}`}
        title={description}
        className={cx(
          'figures grid h-7 min-w-0 place-items-center overflow-hidden rounded-[5px] text-xs @tab/page:h-9',
          cellSums.orders > 0 ? HEAT_CLASSES[heatOf(cellSums.orders, maxOrders)] : 'bg-sunk',
        )}
      >
        {cellSums.orders > 0 && format.cellValue(cellSums.orders)}
      </div>
    )
  }
  const header = (key: string | number, text: string) => (
    <div key={`header ${key}`} className="figures grid place-items-center text-xs whitespace-nowrap text-muted">
      {text}
    </div>
  )
  const weekdayHeader = (weekday: number) => header(weekday, format.weekday(weekday, 'short'))
  const hourHeader = (hour: number) => header(`h${hour}`, String(hour).padStart(2, '0'))
  return isWide ? (
    <div
      className="grid grid-cols-[2.25rem_repeat(var(--hours),minmax(0,1fr))] gap-0.5"
      style={{ '--hours': hoursInOrder.length } as CSSProperties}
    >
      {[null, ...WEEKDAYS].flatMap((weekday) =>
        weekday === null
          ? [header('corner', ''), ...hoursInOrder.map(hourHeader)]
          : [weekdayHeader(weekday), ...hoursInOrder.map((hour) => cell(weekday, hour))],
      )}
    </div>
  ) : (
    <div className="grid grid-cols-[2rem_repeat(7,minmax(0,1fr))] gap-0.5">
      {[header('corner', ''), ...WEEKDAYS.map(weekdayHeader)]}
      {hoursInOrder.flatMap((hour) => [hourHeader(hour), ...WEEKDAYS.map((weekday) => cell(weekday, hour))])}
    </div>
  )
}

/** The index of the cell colour for a number of orders; the busiest hour has the last one. */
const heatOf = (orders: number, maxOrders: number): number => Math.ceil((orders / maxOrders) * HEAT_CLASSES.length) - 1
