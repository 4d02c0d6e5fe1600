import { ArrowLeft, ChartNoAxesColumn } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { Report, ReportPart } from '#shared/contracts/reports.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { NotLoaded, shapeRows } from '../../lib/loading/list.tsx'
import { useLoadedSettings } from '../../lib/settings/settings.ts'
import { Button, buttonClass, cx, EmptyState, Spinner, t } from '../../ui/index.ts'
import { isValidPeriod, type Period, type PeriodChoice, PeriodPicker, usePeriod } from './period-picker.tsx'
import { Figures, useReport, useReportFormat } from './section.tsx'
import {
  DaysSection,
  DiningSection,
  DishesSection,
  HoursSection,
  OptionsSection,
  ReadySection,
  ReductionsSection,
  TablesSection,
  UsersSection,
} from './sections.tsx'

/** A whole report, with a part for each currency. Memoized, because its many rows are expensive to render. */
const ReportBody = memo(({ report: { from, to, parts } }: { report: Report }) => {
  const { t } = useReportFormat()
  const period: Period = { from, to }
  if (parts.length === 1) return parts.map((part) => <CurrencyPart key={part.currency} part={part} period={period} />)
  return (
    <>
      <p className="text-sm text-muted">{t('reports.neverAdded')}</p>
      {parts.map((part) => {
        const name = t('reports.inCurrency', { currency: part.currency.toUpperCase() })
        return (
          <section key={part.currency} aria-label={name} className="flex flex-col gap-4 border-t border-line pt-4">
            <h3 className="display text-xl">{name}</h3>
            <CurrencyPart part={part} period={period} />
          </section>
        )
      })}
    </>
  )
})

const COLUMN = 'grid min-w-0 grid-cols-1 gap-4'

function CurrencyPart(props: { part: ReportPart; period: Period }) {
  return (
    <>
      <Figures {...props} />
      <div className="grid grid-cols-1 items-start gap-4 @wide/page:grid-cols-2">
        <div className={COLUMN}>
          <DaysSection {...props} />
          <DiningSection {...props} />
          <TablesSection {...props} />
          <ReadySection {...props} />
        </div>
        <div className={COLUMN}>
          <DishesSection {...props} />
          <OptionsSection {...props} />
          <ReductionsSection {...props} />
          <UsersSection {...props} />
          <HoursSection {...props} />
        </div>
      </div>
    </>
  )
}

interface ReportPanelProps {
  timeZone: string
  choice: PeriodChoice
  period: Period
  onChoose: (choice: PeriodChoice) => void
}

/** Fetches and shows the report of a period. While it loads, shows the previous report dimmed, or else a skeleton. */
function ReportPanel({ timeZone, choice, period, onChoose }: ReportPanelProps) {
  const query = useReport(period)
  const { data, error, isFetching, refetch } = query
  if (!data)
    return <NotLoaded queries={[query]} label={t('reports.loading')} shapes={SHAPES} className="flex flex-col gap-4" />
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <PeriodHeading report={data.report} timeZone={timeZone} />
        <div className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <p role="status" className="flex items-center gap-2">
            {isFetching && <Spinner className="size-4" />}
            {isFetching
              ? t('reports.loading')
              : t('reports.figuresOf', { time: formatTime(new Date(data.fetchedAt), timeZone) })}
          </p>
          {!isFetching && (
            <Button variant="quiet" size="small" className="-mx-2 px-2!" onClick={() => void refetch()}>
              {t('reports.refresh')}
            </Button>
          )}
        </div>
        {error && !isFetching && (
          <p role="alert" className="text-sm font-medium text-cancelled">
            {t('reports.refreshFailed')} {errorMessage(error)}
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

/** The heading: the report's period, and the one with which it is compared, up to the same hour if it is not over. */
function PeriodHeading({ report, timeZone }: { report: Report; timeZone: string }) {
  const { t, period: words } = useReportFormat()
  const period = words({ from: report.beforeFrom, to: report.beforeTo })
  const time = report.beforeUntil && formatTime(new Date(report.beforeUntil), timeZone)
  return (
    <h3 className="display text-lg leading-tight">
      {words(report)}{' '}
      <span className="font-sans text-sm font-normal tracking-normal text-muted">
        {time ? t('reports.besideUntil', { period, time }) : t('reports.beside', { period })}
      </span>
    </h3>
  )
}

function EmptyReport({ report, choice, onChoose }: { report: Report } & Pick<ReportPanelProps, 'choice' | 'onChoose'>) {
  const format = useReportFormat()
  const { t } = format
  return (
    <EmptyState
      icon={<ChartNoAxesColumn />}
      title={t('reports.empty')}
      description={format.period(report)}
      action={
        choice !== 'thisYear' && <Button onClick={() => onChoose('thisYear')}>{t('reports.showThisYear')}</Button>
      }
    />
  )
}

const isEmpty = ({ parts }: Report): boolean =>
  parts.every(({ figures }) => figures.orders === 0 && figures.cancelledOrders === 0)

const SHAPES = ['h-24 rounded-card!', ...shapeRows(2, 'h-96 rounded-card!')]

/** The sales of a period and of the one before (docs/product/reports.md#reports-screen). */
export default function Reports({ tabsUrl }: { tabsUrl: string }) {
  const settings = useLoadedSettings()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mx-auto flex max-w-[1280px] flex-col gap-3 px-4 pt-2 sm:px-6">
      <div>
        <Link href={tabsUrl} className={cx(buttonClass({ variant: 'quiet', size: 'small' }), '-ml-3 min-h-11')}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t('common.toBoard')}
        </Link>
        <h2 ref={heading} tabIndex={-1} className="display text-figure leading-tight outline-none">
          {t('reports.title')}
        </h2>
      </div>
      {/* The settings determine the current business day. */}
      {settings && <ChosenReport settings={settings} />}
    </div>
  )
}

function ChosenReport({ settings }: { settings: Settings }) {
  const { choice, period, choose } = usePeriod(settings)
  return (
    <>
      <PeriodPicker choice={choice} period={period} onChoose={choose} />
      {isValidPeriod(period) && (
        <ReportPanel timeZone={settings.timeZone} choice={choice} period={period} onChoose={choose} />
      )}
    </>
  )
}
