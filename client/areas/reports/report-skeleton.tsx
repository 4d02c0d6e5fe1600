import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/parts/skeleton.tsx'

/** A placeholder for figures and charts while the report loads. */
export function ReportSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{t('reports.loading')}</span>
      <div className="grid grid-cols-1 gap-2.5 min-[27rem]:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-6">
        {['revenue', 'orders', 'average', 'cancelled', 'taken off', 'ready'].map((figure) => (
          <Skeleton key={figure} className="h-24 rounded-card" />
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-80 rounded-card lg:col-span-2" />
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    </div>
  )
}
