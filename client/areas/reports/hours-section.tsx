import type { CSSProperties } from 'react'
import type { ReportPart } from '#shared/contracts/reports.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { BUSINESS_DAY_START } from '#shared/domain/time/business-day.ts'
import { useIsWide } from '../../lib/browser/is-wide.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx } from '../../ui/index.ts'
import { ChartFigure } from './charts.tsx'
import { ChartSection, DataTable, type SectionProps } from './section.tsx'
import { useColumns, useReportFormat } from './use-report-format.ts'

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
  const orderCount = (count: number) => t('reports.orderCount', { count })
  return (
    <ChartSection
      section="hours"
      period={period}
      note={t('reports.hoursNote')}
      className="@min-[64rem]/page:col-span-2"
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
              head: `${t('reports.columns.weekday')}, ${t('reports.columns.hour')}`,
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
      format.t('reports.orderCount', { count: cellSums.orders }),
      formatMoney(cellSums.revenue, currency),
    ].join(' · ')
    return (
      <div
        key={`${weekday} ${hour}`}
        title={description}
        className={cx(
          'figures grid h-7 min-w-0 place-items-center overflow-hidden rounded-[5px] text-[11px] @min-[48rem]/page:h-9',
          cellSums.orders > 0 ? HEAT_CLASSES[heatOf(cellSums.orders, maxOrders)] : 'bg-sunk',
        )}
      >
        {cellSums.orders > 0 && format.cellValue(cellSums.orders)}
      </div>
    )
  }
  const header = (key: string | number, text: string) => (
    <div key={`header ${key}`} className="figures grid place-items-center text-[11px] whitespace-nowrap text-muted">
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
