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
import { Drawing, Hint, TICK } from './chart-parts.tsx'

export interface ColumnOfChart {
  /** Under the column. */
  label: string
  /** Beside the pointer. */
  title: string
  now: number
  before: number
  /** Drawn as a stub of another colour: nothing happened. */
  isNone: boolean
  hint: readonly (readonly [label: string, value: string])[]
}

interface ColumnsChartProps {
  says: string
  columns: readonly ColumnOfChart[]
  /** What stands at the axis. */
  tick: (value: number) => string
}

const HEIGHT = 200
/** Until the place is measured; the tests' page measures nothing. */
const INITIAL = { width: 640, height: HEIGHT }
const STUB_PX = 3

/** Columns beside each other, with the period before as a thin line. */
export function ColumnsChart({ says, columns, tick }: ColumnsChartProps) {
  return (
    <Drawing says={says}>
      <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={INITIAL}>
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
            tickFormatter={tick}
            allowDecimals={false}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--sunk)' }}
            content={({ active, payload }) => {
              const column = payload[0]?.payload as ColumnOfChart | undefined
              return active && column ? <Hint title={column.title} rows={column.hint} /> : null
            }}
          />
          <Bar
            dataKey="now"
            isAnimationActive={false}
            maxBarSize={48}
            minPointSize={STUB_PX}
            shape={(bar: RectangleProps & { payload?: ColumnOfChart }) => (
              <Rectangle {...bar} radius={[3, 3, 0, 0]} fill={bar.payload?.isNone ? 'var(--edge)' : 'var(--accent)'} />
            )}
          />
          {/* The line has a rim, so that it parts from the columns. */}
          {[
            { stroke: 'var(--card)', width: 3.5 },
            { stroke: 'var(--ink)', width: 1.25 },
          ].map(({ stroke, width }) => (
            <Line
              key={stroke}
              dataKey="before"
              isAnimationActive={false}
              type="linear"
              stroke={stroke}
              strokeWidth={width}
              // One point alone makes no line.
              dot={columns.length === 1 && { fill: stroke }}
              activeDot={false}
            />
          ))}
        </ComposedChart>
      </ResponsiveContainer>
    </Drawing>
  )
}
