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
import { LoadFailed } from '../../ui/parts/load-failed.tsx'
import { Spinner } from '../../ui/parts/spinner.tsx'
import type { Choice, Period, Preset } from './period.ts'
import { ReportBody } from './report-body.tsx'
import { useReport } from './report-query.ts'
import { ReportSkeleton } from './report-skeleton.tsx'
import { useReportWords } from './use-report-words.ts'

interface LoadedReportProps {
  timeZone: string
  choice: Choice
  period: Period
  /** The business day of this moment. */
  today: string
  onChoose: (choice: Choice) => void
}

/** The report of a period once it is here; until then the one shown before, dimmed. */
export function LoadedReport({ timeZone, choice, period, today, onChoose }: LoadedReportProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useReport(period)
  if (!data && error) return <LoadFailed description={failureWords(error, t)} onRetry={() => void refetch()} />
  if (!data) return <ReportSkeleton />
  return (
    <>
      <div className="flex flex-col gap-1">
        <ShownPeriod report={data.report} today={today} />
        <div className="-my-1 flex min-h-11 flex-wrap items-center gap-x-2 text-sm text-muted">
          <p role="status" className="flex items-center gap-2">
            {isFetching && <Spinner className="size-4" />}
            {isFetching
              ? t('reports.loading')
              : t('reports.figuresOf', { time: formatTime(new Date(data.at), timeZone) })}
          </p>
          {!isFetching && (
            <Button variant="quiet" size="small" className="text-accent" onClick={() => void refetch()}>
              {t('reports.refresh')}
            </Button>
          )}
        </div>
        {error && !isFetching && (
          <p role="alert" className="text-sm font-medium text-cancelled">
            {t('reports.refreshFailed')} {failureWords(error, t)}
          </p>
        )}
      </div>
      <div aria-busy={isFetching} className={cx('flex flex-col gap-4 transition-opacity', isFetching && 'opacity-60')}>
        {isEmpty(data.report) ? (
          <NothingSold report={data.report} choice={choice} onChoose={onChoose} />
        ) : (
          <ReportBody report={data.report} />
        )}
      </div>
    </>
  )
}

/** Which days these are, and beside which. */
function ShownPeriod({ report, today }: { report: Report; today: string }) {
  const words = useReportWords()
  const before = { from: report.beforeFrom, to: report.beforeTo }
  return (
    <>
      <h3 className="display text-lg leading-tight">
        {words.period(report)}{' '}
        <span className="font-sans text-sm font-normal tracking-normal text-muted">
          {words.t('reports.beside', { period: words.period(before) })}
        </span>
      </h3>
      {report.from <= today && today <= report.to && (
        <p className="text-sm text-muted">{words.t('reports.inProgress')}</p>
      )}
    </>
  )
}

function NothingSold({
  report,
  choice,
  onChoose,
}: { report: Report } & Pick<LoadedReportProps, 'choice' | 'onChoose'>) {
  const words = useReportWords()
  const { t } = words
  const offered: Preset = choice === 'last30' ? 'thisYear' : 'last30'
  return (
    <EmptyState
      icon={<ChartNoAxesColumn />}
      title={t('reports.empty')}
      description={t('reports.emptyDescription', { period: words.period(report) })}
      action={
        <Button onClick={() => onChoose(offered)}>
          {t('reports.showPeriod', { period: t(`reports.periods.${offered}`) })}
        </Button>
      }
    />
  )
}

const isEmpty = ({ parts }: Report): boolean =>
  parts.every(({ figures }) => figures.orders === 0 && figures.cancelledOrders === 0)

function failureWords(error: Error, t: TFunction): string {
  return error instanceof RequestError && error.status === 503 ? t('reports.busy') : errorMessage(error)
}
