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
  /** Which table of the report it is. */
  of: Exclude<ReportFile, 'figures'>
  period: Period
  /** Under the heading: what is not plain from the chart. */
  note?: ReactNode
  /** The chart, with its own name for screen readers; nothing where there is nothing to draw. */
  chart: ReactNode
  table: ReactNode
  /** Said in the place of a chart. */
  nothing?: string
  className?: string
}

/** A chart, the table behind it, and its file. */
export function ChartSection({ of, period, note, chart, table, nothing, className }: ChartSectionProps) {
  const { t } = useTranslation()
  const [asTable, setAsTable] = useState(false)
  const heading = useId()
  const Icon = asTable ? ChartColumn : Table2
  return (
    <Card className={cx('min-w-0 p-4', className)}>
      <section aria-labelledby={heading}>
        <h4 id={heading} className="display text-lg leading-tight">
          {t(`reports.sections.${of}`)}
        </h4>
        {note && <p className="mt-1 text-sm text-muted">{note}</p>}
        <div className="mt-3">
          {chart ? asTable ? table : chart : <p className="py-6 text-muted">{nothing ?? t('reports.nothing')}</p>}
        </div>
        <div className="-mx-2 mt-2 flex flex-wrap gap-1">
          {chart && (
            <Button variant="quiet" size="small" onClick={() => setAsTable(!asTable)}>
              <Icon aria-hidden="true" className="size-4" />
              {t(asTable ? 'reports.asChart' : 'reports.asTable')}
              <span className="sr-only">{t(`reports.sections.${of}`)}</span>
            </Button>
          )}
          <CsvLink part={of} period={period} />
        </div>
      </section>
    </Card>
  )
}
