import { Bar, BarChart, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useIsWide } from '../../../lib/browser/use-is-wide.ts'
import { Drawing, Hint } from './chart-parts.tsx'

export interface BarOfChart {
  name: string
  now: number
  before: number
  /** At the bar's end. */
  value: string
  hint: readonly (readonly [label: string, value: string])[]
}

const ROW_PX = 36
const NAME_PX = { wide: 170, narrow: 118 }
/** Of a character of the values at the bars' ends. */
const FIGURE_PX = 7.8

/** Named bars under each other, longest first, each with a thin one of the period before. */
export function BarsChart({ says, bars }: { says: string; bars: readonly BarOfChart[] }) {
  const nameWidth = NAME_PX[useIsWide() ? 'wide' : 'narrow']
  const valueWidth = Math.max(...bars.map(({ value }) => value.length)) * FIGURE_PX + 8
  const height = bars.length * ROW_PX + 8
  return (
    <Drawing says={says}>
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 480, height }}>
        <BarChart
          // Names can be the same: a bar has a place of its own.
          data={bars.map((bar, place) => ({ ...bar, place }))}
          layout="vertical"
          accessibilityLayer={false}
          barGap={1}
          margin={{ top: 4, right: valueWidth, bottom: 4, left: 0 }}
        >
          <XAxis type="number" hide domain={[0, 'dataMax']} />
          <YAxis
            type="category"
            dataKey="place"
            width={nameWidth}
            interval={0}
            tickLine={false}
            axisLine={{ stroke: 'var(--edge)' }}
            tick={({ y, payload }: { y: number | string; payload: { value: number } }) => (
              <foreignObject x={0} y={Number(y) - ROW_PX / 2} width={nameWidth - 8} height={ROW_PX}>
                <div className="flex h-full items-center justify-end text-right text-[13px] leading-[1.15] text-ink">
                  <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{bars[payload.value]?.name}</span>
                </div>
              </foreignObject>
            )}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--sunk)' }}
            content={({ active, payload }) => {
              const bar = payload[0]?.payload as BarOfChart | undefined
              return active && bar ? <Hint title={bar.name} rows={bar.hint} /> : null
            }}
          />
          <Bar dataKey="now" isAnimationActive={false} barSize={14} fill="var(--accent)" radius={[0, 4, 4, 0]}>
            {/* Its own text would break between a figure and its unit. */}
            <LabelList
              dataKey="value"
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
          <Bar dataKey="before" isAnimationActive={false} barSize={4} fill="var(--muted)" radius={[0, 2, 2, 0]} />
        </BarChart>
      </ResponsiveContainer>
    </Drawing>
  )
}
