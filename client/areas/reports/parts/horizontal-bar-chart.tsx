import { Bar, BarChart, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useIsWide } from '../../../lib/browser/use-is-wide.ts'
import { ChartFigure, ChartTooltip } from './chart-parts.tsx'

export interface ChartBar {
  name: string
  current: number
  /** The value in the period before. */
  previous: number
  /** The formatted value, shown at the end of the bar. */
  valueLabel: string
  /** The rows of the tooltip. */
  tooltip: readonly (readonly [label: string, value: string])[]
}

const ROW_PX = 36
const NAME_WIDTH_PX = { wide: 170, narrow: 118 }
/** The estimated width of one character of a value label. */
const CHAR_WIDTH_PX = 7.8

/**
 * A horizontal bar chart with a thin bar per row for the period before.
 * @param props.bars sorted, longest first
 */
export function HorizontalBarChart({ ariaLabel, bars }: { ariaLabel: string; bars: readonly ChartBar[] }) {
  const nameWidth = NAME_WIDTH_PX[useIsWide() ? 'wide' : 'narrow']
  const valueWidth = Math.max(...bars.map(({ valueLabel }) => valueLabel.length)) * CHAR_WIDTH_PX + 8
  const height = bars.length * ROW_PX + 8
  return (
    <ChartFigure ariaLabel={ariaLabel}>
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
                <div className="flex h-full items-center text-[13px] leading-[1.15] text-ink">
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
