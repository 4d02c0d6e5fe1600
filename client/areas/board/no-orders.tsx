import { ChefHat, CircleCheckBig, ClipboardList, SearchX, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { paths } from '../../lib/browser/paths.ts'
import { Button, buttonClass } from '../../ui/parts/button.tsx'
import { EmptyState } from '../../ui/parts/empty-state.tsx'
import { Skeleton } from '../../ui/parts/loading.tsx'
import { type SubTab, useBoardState, useIsAudible } from '../orders/index.ts'

const ICONS = {
  pending: ClipboardList,
  preparing: ChefHat,
  ready: CircleCheckBig,
  delivered: CircleCheckBig,
  completed: ClipboardList,
  cancelled: ClipboardList,
  all: ClipboardList,
}

/** Shown in a sub-tab without orders: the reason, and a link to what to do next. */
export function NoOrders({ subTab, onNewOrder }: { subTab: SubTab; onNewOrder: () => void }) {
  const { t } = useTranslation()
  const Icon = ICONS[subTab]
  const isAudible = useIsAudible()
  const awaitsOrders = subTab === 'pending' || subTab === 'all'
  const sound = awaitsOrders ? ` ${t(isAudible ? 'sound.rings' : 'sound.silent')}` : ''
  return (
    <EmptyState
      icon={<Icon />}
      title={t(`orders.empty.${subTab}`)}
      description={t(`orders.emptyDescription.${subTab}`) + sound}
      action={
        awaitsOrders ? (
          <Button variant="outline" onClick={onNewOrder}>
            {t('orders.takeOrder')}
          </Button>
        ) : (
          <Link href={`${paths.dashboardTab('orders')}&view=pending`} className={buttonClass({ variant: 'outline' })}>
            {t('orders.toPending')}
          </Link>
        )
      }
    />
  )
}

export function NoMatch({ query }: { query: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      role="status"
      icon={<SearchX />}
      title={t('orders.noMatch')}
      description={t('orders.noMatchDescription', { query })}
    />
  )
}

/** Shown while there are no orders yet and the fetch fails; the fetch retries by itself. */
export function BoardLoadFailure() {
  const { t } = useTranslation()
  const refetch = useBoardState((state) => state.refetch)
  return (
    <EmptyState
      role="alert"
      icon={<TriangleAlert />}
      title={t('orders.loadFailed')}
      description={t('common.noConnection')}
      action={<Button onClick={refetch}>{t('common.tryAgain')}</Button>}
    />
  )
}

export function LoadingCards() {
  const { t } = useTranslation()
  return (
    <div role="status" className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))] gap-4">
      <span className="sr-only">{t('orders.loading')}</span>
      <Skeleton className="h-80 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}
