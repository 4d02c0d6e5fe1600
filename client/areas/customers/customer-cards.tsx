import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Customer } from '#shared/contracts/customers.ts'
import { useMoney } from '../../lib/settings/settings.ts'
import { Money } from '../../ui/parts/money.tsx'
import { PhoneLink } from '../../ui/phone/phone-link.tsx'
import { CustomerTags, SegmentBadge, TierBadge } from './customer-badges.tsx'
import { useCustomerFormat } from './customer-words.ts'

/** The customers as cards, for phones. */
export function CustomerCards({ customers, onOpen }: { customers: Customer[]; onOpen: (id: number) => void }) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('customers.table')} className="space-y-2.5">
      {customers.map((customer) => (
        <CustomerCard key={customer.id} customer={customer} onOpen={onOpen} />
      ))}
    </ul>
  )
}

const CustomerCard = memo(function CustomerCard({
  customer,
  onOpen,
}: {
  customer: Customer
  onOpen: (id: number) => void
}) {
  const { t } = useTranslation()
  const { inParts } = useMoney()
  const { nameOf, momentOf } = useCustomerFormat()
  const name = nameOf(customer)
  return (
    <li
      aria-label={name}
      className="relative rounded-card border border-line bg-card px-4 py-3.5 [contain-intrinsic-size:auto_131px] [content-visibility:auto]"
    >
      <div className="flex items-start justify-between gap-3">
        <button
          type="button"
          aria-label={t('customers.open', { name })}
          onClick={() => onOpen(customer.id)}
          className="min-w-0 text-left font-semibold break-words after:absolute after:inset-0 after:rounded-card"
        >
          {name}
        </button>
        <Money parts={inParts(customer.totalSpent)} className="shrink-0 font-semibold" />
      </div>
      <p className="mt-1 flex justify-between gap-3 text-sm text-muted">
        {/* Above the button that fills the card. */}
        <PhoneLink number={customer.phoneNumber} className="relative z-1" />
        <span>
          {t('customers.orderCount')}: <span className="figures">{customer.orderCount}</span>
        </span>
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-muted">
        <SegmentBadge segment={customer.segment} />
        <TierBadge tier={customer.loyaltyTier} />
        <CustomerTags tags={customer.tags} />
        <span className="ml-auto">
          {t('customers.lastOrder')}: <span className="figures">{momentOf(customer.lastOrder)}</span>
        </span>
      </p>
    </li>
  )
})
