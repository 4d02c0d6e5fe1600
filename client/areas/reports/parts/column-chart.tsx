import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  Rectangle,
  type RectangleProps,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { ChartFigure, ChartTooltip, TICK } from './chart-parts.tsx'

export interface ChartColumnData {
  /** The axis label below the column. */
  label: string
  /** The title of the tooltip. */
  title: string
  current: number
  /** The value in the period before. */
  previous: number
  /** Whether there were no orders; shown as a stub of another colour. */
  isEmpty: boolean
  /** The rows of the tooltip. */
  tooltip: readonly (readonly [label: string, value: string])[]
}

interface ColumnChartProps {
  ariaLabel: string
  columns: readonly ChartColumnData[]
  /** Formats a value for the axis. */
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
