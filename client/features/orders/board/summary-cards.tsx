import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useMoney } from '../../../entities/settings/index.ts'
import { followLive } from '../../../lib/live/live.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { Skeleton } from '../../../ui/parts/skeleton.tsx'
import { summaryQuery } from './summary.ts'

/** Minimum time between refetches: in a rush, orders arrive faster than anybody reads the figures. */
const REFETCH_INTERVAL_MS = 1000

interface SummaryCardsProps {
  /** The link of each figure: its address and history state. */
  reports: { href: string; state: unknown }
}

/** The four figures above the tabs, refetched when orders arrive or change. */
export function SummaryCards({ reports }: SummaryCardsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const money = useMoney()
  const { data, isError } = useSummary()
  const number = (value: number) => value.toLocaleString(language === 'ro' ? 'ro-RO' : 'en-GB')
  const figures = [
    [t('dashboard.totalOrders'), data && number(data.totalOrders)],
    [t('dashboard.totalCustomers'), data && number(data.totalCustomers)],
    [t('dashboard.averageOrderValue'), data && money.format(data.averageOrderValue)],
    [t('dashboard.vipCustomers'), data && number(data.vipCustomers)],
  ] as const
  return (
    <section
      aria-label={t('dashboard.summary')}
      className="grid grid-cols-2 gap-x-5 gap-y-1 sm:grid-cols-4 lg:flex lg:gap-6"
    >
      {figures.map(([label, figure]) => (
        <Link
          key={label}
          {...reports}
          className="-mx-1.5 flex min-h-11 min-w-0 flex-col justify-center rounded-[10px] px-1.5 hover:bg-sunk"
        >
          <span className="truncate text-xs font-medium text-muted">{label}</span>
          <div className="display figures text-xl leading-tight">
            {figure ?? (isError ? '–' : <Skeleton className="my-0.5 h-5 w-16" />)}
          </div>
          <span className="sr-only">{t('reports.open')}</span>
        </Link>
      ))}
    </section>
  )
}

function useSummary() {
  const queryClient = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refetchSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queryClient.invalidateQueries({ queryKey: summaryQuery.queryKey })
      }, REFETCH_INTERVAL_MS)
    }
    const leave = followLive({ opened: refetchSoon, ORDER_UPDATE: refetchSoon, ORDERS_CHANGED: refetchSoon })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [queryClient])
  return useQuery(summaryQuery)
}
