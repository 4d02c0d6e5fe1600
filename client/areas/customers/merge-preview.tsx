import { useTranslation } from 'react-i18next'
import type { Customer } from '#shared/contracts/customers.ts'
import { type LoyaltyTier, type Segment, segmentOf, tierOf } from '#shared/domain/customers/loyalty.ts'
import { mergedPerson } from '#shared/domain/customers/merge-people.ts'
import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import { useMoney } from '../../lib/settings/settings.ts'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/parts/money.tsx'
import { SegmentBadge, TierBadge } from './customer-badges.tsx'
import { useCustomerFormat } from './customer-words.ts'

/** The fields that a merge preview shows of both customers and of the result. */
interface PreviewedPerson {
  name: string
  numbers: string[]
  email: string | null
  notes: string | null
  orderCount: number
  totalSpent: number
  loyaltyTier: LoyaltyTier
  segment: Segment | null
}

/** The two customers and the result of merging `goes` into `stays`, side by side. */
export function MergePreview({ goes, stays }: { goes: Customer; stays: Customer }) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-2 gap-3">
      <Person title={t('customers.mergeGoes')} person={guestNameOf(goes)} />
      <Person title={t('customers.mergeStays')} person={guestNameOf(stays)} />
      <Person title={t('customers.mergeWillBe')} person={merged(goes, stays)} className="col-span-2 border-accent!" />
    </div>
  )
}

function guestNameOf(customer: Customer): PreviewedPerson {
  return { ...customer, numbers: [customer.phoneNumber, ...customer.otherNumbers] }
}

function merged(goes: Customer, stays: Customer): PreviewedPerson {
  const orderCount = goes.orderCount + stays.orderCount
  return {
    ...mergedPerson(stays, goes),
    numbers: [...guestNameOf(stays).numbers, ...guestNameOf(goes).numbers],
    orderCount,
    totalSpent: goes.totalSpent + stays.totalSpent,
    loyaltyTier: tierOf(orderCount),
    segment: segmentOf(orderCount),
  }
}

function Person({ title, person, className }: { title: string; person: PreviewedPerson; className?: string }) {
  const { t } = useTranslation()
  const { inParts } = useMoney()
  const { nameOf } = useCustomerFormat()
  return (
    <section aria-label={title} className={cx('min-w-0 rounded-card border border-line bg-card p-3.5', className)}>
      <h3 className="text-sm text-muted">{title}</h3>
      <p className="mt-0.5 font-semibold break-words">{nameOf(person)}</p>
      {person.numbers.map((number) => (
        <p key={number} className="figures text-sm">
          {phoneForPeople(number)}
        </p>
      ))}
      {person.email && <p className="text-sm wrap-anywhere">{person.email}</p>}
      <p className="mt-2 flex flex-wrap gap-1.5">
        <SegmentBadge segment={person.segment} />
        <TierBadge tier={person.loyaltyTier} />
      </p>
      <p className="mt-2 text-sm">
        {t('customers.orderCount')}: <span className="figures font-semibold">{person.orderCount}</span>
      </p>
      <p className="text-sm">
        {t('customers.totalSpent')}: <Money parts={inParts(person.totalSpent)} className="font-semibold" />
      </p>
      {person.notes && <p className="mt-2 text-sm whitespace-pre-line text-muted">{person.notes}</p>}
    </section>
  )
}
