import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Customer } from '#shared/contracts/customers.ts'
import { ordersAMonth } from '#shared/domain/customers/loyalty.ts'
import { useMoney } from '../../lib/settings/settings.ts'
import { Money } from '../../ui/parts/money.tsx'
import { SegmentBadge, TierBadge } from './customer-badges.tsx'
import { useCustomerFormat } from './customer-words.ts'

/** The figures of a customer's orders. */
export function FiguresOfCustomer({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const { inParts } = useMoney()
  const { momentOf } = useCustomerFormat()
  const monthly = ordersAMonth(customer.visitFrequency)
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3.5 rounded-card border border-line bg-card p-4 sm:grid-cols-4">
      <Figure label={t('customers.orderCount')}>{customer.orderCount}</Figure>
      <Figure label={t('customers.totalSpent')}>
        <Money parts={inParts(customer.totalSpent)} />
      </Figure>
      <Figure label={t('customers.averageOrder')}>
        <Money parts={inParts(customer.averageOrderValue)} />
      </Figure>
      <Figure label={t('customers.frequency')}>
        {monthly === 0 ? t('customers.seldom') : t('customers.frequencyValue', { count: monthly })}
      </Figure>
      <Figure label={t('customers.firstOrder')}>{momentOf(customer.firstOrder)}</Figure>
      <Figure label={t('customers.lastOrder')}>{momentOf(customer.lastOrder)}</Figure>
      <Figure label={t('customers.loyaltyTier')}>
        <TierBadge tier={customer.loyaltyTier} />
      </Figure>
      <Figure label={t('customers.segment')}>
        {customer.segment === null ? '–' : <SegmentBadge segment={customer.segment} />}
      </Figure>
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="figures mt-0.5 font-semibold">{children}</dd>
    </div>
  )
}
