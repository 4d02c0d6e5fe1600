import type { ReportPart } from '#shared/contracts/reports.ts'
import { BUSINESS_DAY_START } from '#shared/domain/business-day.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { useSettings } from '../../../entities/settings/index.ts'
import { useIsWide } from '../../../lib/browser/use-is-wide.ts'
import { cx } from '../../../ui/cx.ts'
import { Drawing } from '../parts/chart-parts.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { ChartSection, type SectionProps } from '../parts/section.tsx'
import { useReportWords } from '../use-report-words.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
/** From few orders to many; each carries its number at 4.5:1 in both themes. */
const HEATS = [
  'bg-[color-mix(in_srgb,var(--accent)_12%,var(--card))]',
  'bg-[color-mix(in_srgb,var(--accent)_25%,var(--card))]',
  'bg-[color-mix(in_srgb,var(--accent)_40%,var(--card))]',
  'bg-[color-mix(in_srgb,var(--accent)_55%,var(--card))]',
  'bg-accent text-on-accent',
]

type HourSums = ReportPart['hours'][number]

/** When people order: every hour of the week, from the hour at which the business day begins. */
export function HoursSection({ part: { hours, currency }, period }: SectionProps) {
  const words = useReportWords()
  const { t } = words
  const { businessDayStart = BUSINESS_DAY_START } = useSettings()
  const first = Number(businessDayStart.slice(0, 2))
  const clock = Array.from({ length: 24 }, (_, i) => (first + i) % 24)
  const inDay = (hour: number) => (hour - first + 24) % 24
  const sorted = [...hours].sort((a, b) => a.weekday - b.weekday || inDay(a.hour) - inDay(b.hour))
  const busiest = hours.reduce<HourSums | undefined>(
    (most, cell) => (cell.orders > (most?.orders ?? 0) ? cell : most),
    undefined,
  )
  const orders = (count: number) => t('reports.orderCount', { count })
  return (
    <ChartSection
      of="hours"
      period={period}
      note={t('reports.hoursNote')}
      className="lg:col-span-2"
      chart={
        busiest && (
          <Drawing
            says={t('reports.says.hours', {
              weekday: words.weekday(busiest.weekday, 'long'),
              hour: words.hour(busiest.hour),
              value: orders(busiest.orders),
            })}
          >
            <HeatMap hours={hours} clock={clock} most={busiest.orders} currency={currency} />
          </Drawing>
        )
      }
      table={
        <DataTable
          caption={t('reports.sections.hours')}
          rows={sorted}
          keyOf={({ weekday, hour }) => `${weekday} ${hour}`}
          columns={[
            {
              head: `${t('reports.columns.weekday')}, ${t('reports.columns.hour')}`,
              cell: ({ weekday, hour }) => `${words.weekday(weekday, 'long')}, ${words.hour(hour)}`,
            },
            { head: t('reports.columns.orders'), cell: (cell) => words.number(cell.orders) },
            { head: t('reports.columns.revenue'), cell: ({ revenue }) => formatMoney(revenue, currency) },
          ]}
        />
      }
    />
  )
}

interface HeatMapProps {
  hours: readonly HourSums[]
  clock: readonly number[]
  most: number
  currency: ReportPart['currency']
}

/** Hours run to the right, on a phone downwards. */
function HeatMap({ hours, clock, most, currency }: HeatMapProps) {
  const words = useReportWords()
  const isWide = useIsWide()
  const sums = new Map(hours.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]))
  const cell = (weekday: number, hour: number) => {
    const found = sums.get(`${weekday} ${hour}`) ?? { orders: 0, revenue: 0 }
    const says = [
      `${words.weekday(weekday, 'long')}, ${words.hour(hour)}`,
      words.t('reports.orderCount', { count: found.orders }),
      formatMoney(found.revenue, currency),
    ].join(' · ')
    return (
      <div
        key={`${weekday} ${hour}`}
        title={says}
        className={cx(
          'figures grid h-7 min-w-0 place-items-center overflow-hidden rounded-[5px] text-[11px] md:h-9',
          found.orders > 0 ? HEATS[heatOf(found.orders, most)] : 'bg-sunk',
        )}
      >
        {found.orders > 0 && words.shortly(found.orders)}
      </div>
    )
  }
  const name = (key: string | number, text: string) => (
    <div key={`name ${key}`} className="figures grid place-items-center text-[11px] whitespace-nowrap text-muted">
      {text}
    </div>
  )
  const weekdayName = (weekday: number) => name(weekday, words.weekday(weekday, 'short'))
  const hourName = (hour: number) => name(`h${hour}`, String(hour).padStart(2, '0'))
  return isWide ? (
    <div className="grid grid-cols-[2.25rem_repeat(24,minmax(0,1fr))] gap-0.5">
      {[null, ...WEEKDAYS].flatMap((weekday) =>
        weekday === null
          ? [name('corner', ''), ...clock.map(hourName)]
          : [weekdayName(weekday), ...clock.map((hour) => cell(weekday, hour))],
      )}
    </div>
  ) : (
    <div className="grid grid-cols-[2rem_repeat(7,minmax(0,1fr))] gap-0.5">
      {[name('corner', ''), ...WEEKDAYS.map(weekdayName)]}
      {clock.flatMap((hour) => [hourName(hour), ...WEEKDAYS.map((weekday) => cell(weekday, hour))])}
    </div>
  )
}

/** Which of the heats a number of orders has; the busiest hour has the last. */
const heatOf = (orders: number, most: number): number => Math.ceil((orders / most) * HEATS.length) - 1
