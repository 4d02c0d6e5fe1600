import { useWaitingCount } from '../../areas/orders/index.ts'
import { usePageTitle } from '../../lib/settings/settings.ts'
import { t } from '../../ui/index.ts'

/* The orders with which the kitchen should start, said on every tab: rendered by themselves as their number changes. */

export function OrdersLabel() {
  const count = useWaitingCount()
  return (
    <>
      {t('dashboard.tabs.orders')}
      {count > 0 && <span className="count-badge bg-ink text-paper">{count}</span>}
    </>
  )
}

export function WindowTitle({ title }: { title: string }) {
  const count = useWaitingCount()
  usePageTitle(count > 0 ? `(${count}) ${title}` : title)
  return null
}
