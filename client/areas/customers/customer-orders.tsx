import { useTranslation } from 'react-i18next'
import { type CustomerWithOrders, ORDERS_OF_CUSTOMER } from '#shared/contracts/customers.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { nameIn } from '#shared/domain/language.ts'
import { moneyParts } from '#shared/domain/money.ts'
import { countsForCustomer } from '#shared/domain/orders/order-status.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/parts/badge.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { Money } from '../../ui/parts/money.tsx'
import { statusWord } from '../orders/index.ts'
import { useOrdersOf } from './customer-calls.ts'
import { useCustomerFormat } from './customer-words.ts'

/** A customer's orders, newest first; older ones are loaded page by page. */
export function CustomerOrders({ customer }: { customer: CustomerWithOrders }) {
  const { t } = useTranslation()
  const newest = customer.orders
  const {
    orders,
    data: older,
    fetchNextPage,
    refetch,
    isFetching,
    isFetched,
    hasNextPage,
    error,
  } = useOrdersOf(customer.id, newest)
  if (orders.length === 0) return <p className="text-muted">{t('customers.noOrders')}</p>
  const hasOlder = isFetched && !error ? hasNextPage : newest.length === ORDERS_OF_CUSTOMER
  return (
    <>
      <ul aria-label={t('customers.orders')} className="divide-y divide-line rounded-card border border-line bg-card">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
      {error && (
        <p role="alert" className="mt-3 text-center text-sm text-cancelled">
          {t('customers.moreOrdersFailed')}
        </p>
      )}
      {hasOlder && (
        <p className="mt-3 text-center">
          <Button
            variant="outline"
            size="small"
            pending={isFetching}
            onClick={() => void (older?.length ? fetchNextPage() : refetch())}
          >
            {t('customers.moreOrders')}
          </Button>
        </p>
      )}
    </>
  )
}

function OrderRow({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { language } = useSettings()
  const { momentOf } = useCustomerFormat()
  const diningText = order.diningOption === 'takeaway' ? t('orders.takeaway') : t('orders.dineIn')
  const locationText = order.tableNumber === null ? diningText : t('common.table', { number: order.tableNumber })
  const dishes = order.items.filter(({ quantity }) => quantity > 0)
  const isCounted = countsForCustomer(order.status)
  return (
    <li aria-label={t('orders.order', { id: order.id })} className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="figures font-semibold">#{order.id}</span>
        <Badge tone={order.status} dot>
          {statusWord(t, order)}
        </Badge>
        <span className={cx('ml-auto', !isCounted && 'text-muted line-through')}>
          <Money parts={moneyParts(order.total, order.currency)} />
        </span>
      </div>
      <p className="mt-1 text-sm text-muted">
        <span className="figures">{momentOf(order.createdAt)}</span> · {locationText}
        {!isCounted && ` · ${t('customers.orderNotCounted')}`}
      </p>
      <p className="mt-1 text-sm">{dishes.map((dish) => `${dish.quantity}× ${nameIn(language, dish)}`).join(', ')}</p>
      {order.notes && <p className="mt-1 text-sm whitespace-pre-line text-accent">{order.notes}</p>}
    </li>
  )
}
