import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The text style of axis labels. */
export const TICK = { fill: 'var(--muted)', fontSize: 12 } as const

/** Wraps a chart as an image with a one-sentence summary for screen readers; the section's table has the figures. */
export function ChartFigure({ ariaLabel, children }: { ariaLabel: string; children: ReactNode }) {
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

/** The legend of a chart's colours. */
export function Legend({ periodBefore, hasEmptyDays = false }: LegendProps) {
  const { t } = useTranslation()
  return (
    <ul className="mb-2.5 flex flex-wrap gap-x-4 gap-y-0.5 text-[13px] text-muted">
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

/** The tooltip beside the pointer. */
export function ChartTooltip({
  title,
  rows,
}: {
  title: string
  rows: readonly (readonly [label: string, value: string])[]
}) {
  return (
    <div className="max-w-64 rounded-[12px] border border-line bg-card px-3 py-2 text-[13px] text-ink shadow-lift">
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
