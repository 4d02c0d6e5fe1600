import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../../entities/settings/index.ts'
import { followLive } from '../../lib/live.ts'
import { useLanguage } from '../../lib/use-language.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { summaryQuery } from './summary.ts'

/** In a rush, orders come faster than anybody reads figures. */
const REFRESH_MS = 1000

/** The four figures above the tabs, fetched anew when orders come. */
export function SummaryCards() {
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
    <section aria-label={t('dashboard.summary')} className="grid grid-cols-2 gap-2.5 sm:gap-3.5 lg:grid-cols-4">
      {figures.map(([label, figure]) => (
        <Card key={label} className="flex flex-col px-4 py-3 sm:px-4.5 sm:py-3.5">
          <p className="text-[13px] font-medium text-muted">{label}</p>
          <div className="display figures mt-auto pt-0.5 text-2xl leading-tight max-[23rem]:text-xl sm:text-[30px]">
            {figure ?? (isError ? '–' : <Skeleton className="my-1 h-7 w-24" />)}
          </div>
        </Card>
      ))}
    </section>
  )
}

function useSummary() {
  const queryClient = useQueryClient()
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        void queryClient.invalidateQueries({ queryKey: summaryQuery.queryKey })
      }, REFRESH_MS)
    }
    const leave = followLive({ opened: refresh, ORDER_UPDATE: refresh, ORDERS_CHANGED: refresh })
    return () => {
      leave()
      clearTimeout(waiting)
    }
  }, [queryClient])
  return useQuery(summaryQuery)
}
