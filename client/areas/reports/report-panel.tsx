import type { TFunction } from 'i18next'
import { ChartNoAxesColumn } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contracts/reports.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { formatTime } from '../../lib/words/format.ts'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/parts/button.tsx'
import { EmptyState } from '../../ui/parts/empty-state.tsx'
import { LoadFailure } from '../../ui/parts/load-failed.tsx'
import { Spinner } from '../../ui/parts/spinner.tsx'
import type { Period, PeriodChoice, Preset } from './period.ts'
import { ReportBody } from './report-body.tsx'
import { useReport } from './report-query.ts'
import { ReportSkeleton } from './report-skeleton.tsx'
import { useReportFormat } from './use-report-format.ts'

interface ReportPanelProps {
  timeZone: string
  choice: PeriodChoice
  period: Period
  /** The current business day, YYYY-MM-DD. */
  today: string
  onChoose: (choice: PeriodChoice) => void
}

/** Fetches and shows the report of a period. While it loads, shows the previous report dimmed, or else a skeleton. */
export function ReportPanel({ timeZone, choice, period, today, onChoose }: ReportPanelProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useReport(period)
  if (!data && error) return <LoadFailure description={failureMessage(error, t)} onRetry={() => void refetch()} />
  if (!data) return <ReportSkeleton />
  return (
    <>
      <div className="flex flex-col gap-1">
        <PeriodHeading report={data.report} today={today} />
        <div className="-my-1 flex min-h-11 flex-wrap items-center gap-x-2 text-sm text-muted">
          <p role="status" className="flex items-center gap-2">
            {isFetching && <Spinner className="size-4" />}
            {isFetching
              ? t('reports.loading')
              : t('reports.figuresOf', { time: formatTime(new Date(data.fetchedAt), timeZone) })}
          </p>
          {!isFetching && (
            <Button variant="quiet" size="small" className="text-accent" onClick={() => void refetch()}>
              {t('reports.refresh')}
            </Button>
          )}
        </div>
        {error && !isFetching && (
          <p role="alert" className="text-sm font-medium text-cancelled">
            {t('reports.refreshFailed')} {failureMessage(error, t)}
          </p>
        )}
      </div>
      <div aria-busy={isFetching} className={cx('flex flex-col gap-4 transition-opacity', isFetching && 'opacity-60')}>
        {isEmpty(data.report) ? (
          <EmptyReport report={data.report} choice={choice} onChoose={onChoose} />
        ) : (
          <ReportBody report={data.report} />
        )}
      </div>
    </>
  )
}

/** The heading: the report's period, the period it is compared with, and a note if it is not over yet. */
function PeriodHeading({ report, today }: { report: Report; today: string }) {
  const format = useReportFormat()
  const periodBefore = { from: report.beforeFrom, to: report.beforeTo }
  return (
    <>
      <h3 className="display text-lg leading-tight">
        {format.period(report)}{' '}
        <span className="font-sans text-sm font-normal tracking-normal text-muted">
          {format.t('reports.beside', { period: format.period(periodBefore) })}
        </span>
      </h3>
      {report.from <= today && today <= report.to && (
        <p className="text-sm text-muted">{format.t('reports.inProgress')}</p>
      )}
    </>
  )
}

function EmptyReport({ report, choice, onChoose }: { report: Report } & Pick<ReportPanelProps, 'choice' | 'onChoose'>) {
  const format = useReportFormat()
  const { t } = format
  const suggestedPreset: Preset = choice === 'last30' ? 'thisYear' : 'last30'
  return (
    <EmptyState
      icon={<ChartNoAxesColumn />}
      title={t('reports.empty')}
      description={t('reports.emptyDescription', { period: format.period(report) })}
      action={
        <Button onClick={() => onChoose(suggestedPreset)}>
          {t('reports.showPeriod', { period: t(`reports.periods.${suggestedPreset}`) })}
        </Button>
      }
    />
  )
}

const isEmpty = ({ parts }: Report): boolean =>
  parts.every(({ figures }) => figures.orders === 0 && figures.cancelledOrders === 0)

function failureMessage(error: Error, t: TFunction): string {
  return error instanceof RequestError && error.status === 503 ? t('reports.busy') : errorMessage(error)
}
