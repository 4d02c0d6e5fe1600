import { memo } from 'react'
import type { Report, ReportPart } from '#shared/contracts/reports.ts'
import { Figures } from './parts/figures.tsx'
import type { Period } from './period.ts'
import { DaysSection } from './sections/days-section.tsx'
import { DishesSection } from './sections/dishes-section.tsx'
import { HoursSection } from './sections/hours-section.tsx'
import { ReadySection } from './sections/ready-section.tsx'
import { DiningSection, TablesSection } from './sections/tables-section.tsx'
import { UsersSection } from './sections/users-section.tsx'
import { useReportFormat } from './use-report-format.ts'

/** A whole report, with a part for each currency. Memoized, because its many charts are expensive to render. */
export const ReportBody = memo(({ report: { from, to, parts } }: { report: Report }) => {
  const { t } = useReportFormat()
  const period: Period = { from, to }
  if (parts.length === 1) return parts.map((part) => <Part key={part.currency} part={part} period={period} />)
  return (
    <>
      <p className="text-sm text-muted">{t('reports.neverAdded')}</p>
      {parts.map((part) => {
        const name = t('reports.inCurrency', { currency: part.currency.toUpperCase() })
        return (
          <section key={part.currency} aria-label={name} className="flex flex-col gap-4 border-t border-line pt-4">
            <h3 className="display text-xl">{name}</h3>
            <Part part={part} period={period} />
          </section>
        )
      })}
    </>
  )
})

const COLUMN = 'grid min-w-0 grid-cols-1 gap-4'

function Part(props: { part: ReportPart; period: Period }) {
  return (
    <>
      <Figures {...props} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <DaysSection {...props} />
        <div className={COLUMN}>
          <DishesSection {...props} />
          <ReadySection {...props} />
        </div>
        <div className={COLUMN}>
          <DiningSection {...props} />
          <TablesSection {...props} />
          <UsersSection {...props} />
        </div>
        <HoursSection {...props} />
      </div>
    </>
  )
}
