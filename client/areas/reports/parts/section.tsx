import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportFile, ReportPart } from '#shared/contracts/reports.ts'
import { cx } from '../../../ui/cx.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { Card } from '../../../ui/parts/card.tsx'
import type { Period } from '../period.ts'
import { CsvLink } from './csv-link.tsx'

export interface SectionProps {
  part: ReportPart
  period: Period
}

interface ChartSectionProps {
  /** The part of the report that it shows. */
  section: Exclude<ReportFile, 'figures'>
  period: Period
  /** An explanation below the heading. */
  note?: ReactNode
  /** The chart, with its own name for screen readers; falsy if there is no data. Missing where there is only a table. */
  chart?: ReactNode
  table: ReactNode
  /** The text in place of a chart without data. */
  emptyText?: string
  className?: string
}

/** A card with a chart, the same figures as a table, and a CSV link. */
export function ChartSection({ section, period, note, chart, table, emptyText, className }: ChartSectionProps) {
  const { t } = useTranslation()
  const [asTable, setAsTable] = useState(false)
  const heading = useId()
  const shown = chart === undefined || (chart && asTable) ? table : chart
  const Icon = asTable ? ChartColumn : Table2
  return (
    <Card className={cx('min-w-0 p-4', className)}>
      <section aria-labelledby={heading}>
        <h4 id={heading} className="display text-lg leading-tight">
          {t(`reports.sections.${section}`)}
        </h4>
        {note && <p className="mt-1 text-sm text-muted">{note}</p>}
        <div className="mt-3">{shown || <p className="py-6 text-muted">{emptyText ?? t('reports.nothing')}</p>}</div>
        <div className="-mx-2 mt-2 flex flex-wrap gap-1">
          {chart && (
            <Button variant="quiet" size="small" onClick={() => setAsTable(!asTable)}>
              <Icon aria-hidden="true" className="size-4" />
              {t(asTable ? 'reports.asChart' : 'reports.asTable')}
              <span className="sr-only">{t(`reports.sections.${section}`)}</span>
            </Button>
          )}
          <CsvLink part={section} period={period} />
        </div>
      </section>
    </Card>
  )
}
