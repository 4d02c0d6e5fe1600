import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { Settings } from '#shared/contracts/settings.ts'
import { settingsQuery } from '../../lib/settings/settings.ts'
import { cx } from '../../ui/cx.ts'
import { buttonClass } from '../../ui/parts/button.tsx'
import { isValidPeriod } from './period.ts'
import { PeriodPicker } from './period-picker.tsx'
import { ReportPanel } from './report-panel.tsx'
import { ReportSkeleton } from './report-skeleton.tsx'
import { usePeriod } from './use-period.ts'

/**
 * The sales report of a period, compared with the period before (docs/product/reports.md#reports-screen).
 * @param props.tabsUrl the URL of the dashboard's tabs, to go back to
 */
export function Reports({ tabsUrl }: { tabsUrl: string }) {
  const { t } = useTranslation()
  const settings = useQuery(settingsQuery).data
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mx-auto flex max-w-[1280px] flex-col gap-4 px-4 pt-2 sm:px-6">
      <div>
        <Link href={tabsUrl} className={cx(buttonClass({ variant: 'quiet', size: 'small' }), '-ml-3 min-h-11')}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t('reports.back')}
        </Link>
        <h2 ref={heading} tabIndex={-1} className="display text-2xl">
          {t('reports.title')}
        </h2>
      </div>
      {/* The settings determine the current business day. */}
      {settings ? <ChosenReport settings={settings} /> : <ReportSkeleton />}
    </div>
  )
}

function ChosenReport({ settings }: { settings: Settings }) {
  const { choice, period, today, choose } = usePeriod(settings)
  return (
    <>
      <PeriodPicker choice={choice} period={period} onChoose={choose} />
      {isValidPeriod(period) && (
        <ReportPanel timeZone={settings.timeZone} choice={choice} period={period} today={today} onChoose={choose} />
      )}
    </>
  )
}
