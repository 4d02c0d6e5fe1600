import type { CSSProperties, ReactNode } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  ComposedChart,
  LabelList,
  Line,
  Rectangle,
  type RectangleProps,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { ReportPart } from '#shared/contracts/reports.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { BUSINESS_DAY_START } from '#shared/domain/time/business-day.ts'
import { useIsWide } from '../../lib/browser/environment.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { ChartSection, DataTable, type SectionProps, useColumns, useReportFormat } from './section.tsx'

const TICK = { fill: 'var(--muted)', fontSize: 12 } as const

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

function ChartTooltip({ title, rows }: { title: string; rows: readonly (readonly [label: string, value: string])[] }) {
  return (
    <div className="max-w-64 rounded-field border border-line bg-card px-3 py-2 text-small text-ink shadow-lift">
      <p className="font-semibold break-words">{title}</p>
      {rows.map(([label, value]) => (
        <p key={label} className="figures flex justify-between gap-4">
          <span className="text-muted">{label}</span>
          {value}
        </p>
      ))}
    </div>
  )
}

interface ChartColumnData {
  label: string
  title: string
  current: number
  previous: number
  /** Whether there were no orders; shown as a stub of another colour. */
  isEmpty: boolean
  tooltip: readonly (readonly [label: string, value: string])[]
}

interface ColumnChartProps {
  ariaLabel: string
  columns: readonly ChartColumnData[]
  formatTick: (value: number) => string
}

const HEIGHT = 200
/** The size before the container is measured; in tests it never is. */
const INITIAL_SIZE = { width: 640, height: HEIGHT }
const STUB_PX = 3

/** A column chart with the period before as a thin line. */
export function ColumnChart({ ariaLabel, columns, formatTick }: ColumnChartProps) {
  return (
    <ChartFigure ariaLabel={ariaLabel}>
      <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={INITIAL_SIZE}>
        <ComposedChart data={[...columns]} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 4 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="label"
            tick={TICK}
            tickLine={false}
            axisLine={{ stroke: 'var(--edge)' }}
            interval="equidistantPreserveStart"
            minTickGap={14}
          />
          <YAxis
            width="auto"
            tick={TICK}
            tickLine={false}
            axisLine={false}
            tickFormatter={formatTick}
            allowDecimals={false}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--sunk)' }}
            content={({ active, payload }) => {
              const column = payload[0]?.payload as ChartColumnData | undefined
              return active && column ? <ChartTooltip title={column.title} rows={column.tooltip} /> : null
            }}
          />
          <Bar
            dataKey="current"
            isAnimationActive={false}
            maxBarSize={48}
            minPointSize={STUB_PX}
            shape={(bar: RectangleProps & { payload?: ChartColumnData }) => (
              <Rectangle {...bar} radius={[3, 3, 0, 0]} fill={bar.payload?.isEmpty ? 'var(--edge)' : 'var(--accent)'} />
            )}
          />
          {/* A wider line in the card's colour separates the line from the columns. */}
          {[
            { stroke: 'var(--card)', width: 3.5 },
            { stroke: 'var(--ink)', width: 1.25 },
          ].map(({ stroke, width }) => (
            <Line
              key={stroke}
              dataKey="previous"
              isAnimationActive={false}
              type="linear"
              stroke={stroke}
              strokeWidth={width}
              // With a single column there is no line to draw, so show a dot.
              dot={columns.length === 1 && { fill: stroke }}
              activeDot={false}
            />
          ))}
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFigure>
  )
}

interface ChartBar {
  name: string
  current: number
  previous: number
  valueLabel: string
  tooltip: readonly (readonly [label: string, value: string])[]
}

const ROW_PX = 36
const NAME_WIDTH_PX = { wide: 170, narrow: 118 }
/** The estimated width of one character of a value label. */
const CHAR_WIDTH_PX = 7.8

/** Horizontal bars, each with a thin one for the period before. @param props.bars sorted, longest first */
export function HorizontalBarChart({ ariaLabel, bars }: { ariaLabel: string; bars: readonly ChartBar[] }) {
  const nameWidth = NAME_WIDTH_PX[useIsWide() ? 'wide' : 'narrow']
  const valueWidth = Math.max(...bars.map(({ valueLabel }) => valueLabel.length)) * CHAR_WIDTH_PX + 8
  const height = bars.length * ROW_PX + 8
  return (
    <ChartFigure ariaLabel={ariaLabel}>
      <Legend periodBefore="bar" />
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 480, height }}>
        <BarChart
          // Names may repeat, so the index is the category key.
          data={bars.map((bar, index) => ({ ...bar, index }))}
          layout="vertical"
          accessibilityLayer={false}
          barGap={1}
          margin={{ top: 4, right: valueWidth, bottom: 4, left: 0 }}
        >
          <XAxis type="number" hide domain={[0, 'dataMax']} />
          <YAxis
            type="category"
            dataKey="index"
            width={nameWidth}
            interval={0}
            tickLine={false}
            axisLine={{ stroke: 'var(--edge)' }}
            tick={({ y, payload }: { y: number | string; payload: { value: number } }) => (
              <foreignObject x={0} y={Number(y) - ROW_PX / 2} width={nameWidth - 8} height={ROW_PX}>
                <div className="flex h-full items-center text-small leading-[1.15] text-ink">
                  <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{bars[payload.value]?.name}</span>
                </div>
              </foreignObject>
            )}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--sunk)' }}
            content={({ active, payload }) => {
              const bar = payload[0]?.payload as ChartBar | undefined
              return active && bar ? <ChartTooltip title={bar.name} rows={bar.tooltip} /> : null
            }}
          />
          <Bar dataKey="current" isAnimationActive={false} barSize={14} fill="var(--accent)" radius={[0, 4, 4, 0]}>
            {/* The default label would wrap between number and unit. */}
            <LabelList
              dataKey="valueLabel"
              content={({ x, y, width, height: thick, value }) => (
                <text
                  x={Number(x) + Number(width) + 6}
                  y={Number(y) + Number(thick) / 2}
                  dominantBaseline="central"
                  fill="var(--ink)"
                  fontSize={13}
                  className="figures"
                >
                  {value}
                </text>
              )}
            />
          </Bar>
          <Bar dataKey="previous" isAnimationActive={false} barSize={4} fill="var(--muted)" radius={[0, 2, 2, 0]} />
        </BarChart>
      </ResponsiveContainer>
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
