import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import type { Customer } from '#shared/contracts/customers.ts'
import { type LoyaltyTier, mergedPerson, type Segment, segmentOf, tierOf } from '#shared/domain/customers/customer.ts'
import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import { useMoney } from '../../lib/settings/settings.ts'
import {
  Button,
  cx,
  Dialog,
  ListRow,
  Money,
  SearchBox,
  Spinner,
  useDebouncedText,
  useTranslation,
} from '../../ui/index.ts'
import { SegmentBadge, TierBadge, useCustomerFormat } from './customer-list.tsx'
import { useMatchingCustomers, useMergeCustomer } from './customer-requests.ts'

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
function MergePreview({ goes, stays }: { goes: Customer; stays: Customer }) {
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
    <section aria-label={title} className={cx('min-w-0 card-face p-3.5', className)}>
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

interface MergeDialogProps {
  customer: Customer
  open: boolean
  onOpenChange: (open: boolean) => void
  onMerged: (into: Customer) => void
}

/** Merges a customer with another one: search, preview, confirm (docs/product/customers.md#customers-merge). */
export function MergeDialog({ customer, open, onOpenChange, onMerged }: MergeDialogProps) {
  const { t } = useTranslation()
  const [other, setOther] = useState<Customer | null>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => setOther(null)}
      title={t('customers.mergeTitle')}
      description={t('customers.mergeDescription')}
      className="sm:max-w-2xl!"
    >
      {other ? (
        <MergeConfirmation
          customer={customer}
          other={other}
          onBack={() => setOther(null)}
          onMerged={(into) => {
            onOpenChange(false)
            onMerged(into)
          }}
        />
      ) : (
        <OtherCustomerSearch customer={customer} onChoose={setOther} />
      )}
    </Dialog>
  )
}

function OtherCustomerSearch({ customer, onChoose }: { customer: Customer; onChoose: (other: Customer) => void }) {
  const { t } = useTranslation()
  const { nameOf, momentOf } = useCustomerFormat()
  const [query, setQuery] = useState('')
  const debouncedQuery = useDebouncedText(query)
  const { data, isFetching, isError, refetch } = useMatchingCustomers(debouncedQuery)
  const others = data?.filter(({ id }) => id !== customer.id) ?? []
  return (
    <div className="min-h-72">
      <SearchBox
        label={t('customers.mergeSearch')}
        placeholder={t('customers.search')}
        query={query}
        onChange={setQuery}
      />
      <ul aria-label={t('customers.mergeSearch')} className="mt-3 divide-y divide-line">
        {others.map((other) => (
          <li key={other.id}>
            <ListRow
              onClick={() => onChoose(other)}
              name={nameOf(other)}
              note={phoneForPeople(other.phoneNumber)}
              end={momentOf(other.lastOrder)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="mt-3 text-muted">
        {isFetching && <Spinner className="size-5" />}
        {data && !isFetching && others.length === 0 && t('customers.mergeNobody')}
        {isError && !isFetching && t('common.loadFailed')}
      </p>
      {isError && !isFetching && (
        <Button variant="outline" size="small" className="mt-3" onClick={() => void refetch()}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  )
}

interface MergeConfirmationProps {
  customer: Customer
  other: Customer
  onBack: () => void
  onMerged: (into: Customer) => void
}

function MergeConfirmation({ customer, other, onBack, onMerged }: MergeConfirmationProps) {
  const { t } = useTranslation()
  const { nameOf } = useCustomerFormat()
  const [isSwapped, setSwapped] = useState(false)
  const { mutate, isPending } = useMergeCustomer(onMerged)
  const [goes, stays] = isSwapped ? [other, customer] : [customer, other]
  return (
    <>
      <MergePreview goes={goes} stays={stays} />
      <p className="mt-4 text-sm text-muted">{t('customers.mergeCannotBeUndone')}</p>
      <div className="mt-4 flex flex-wrap justify-end gap-2.5">
        <Button variant="outline" onClick={onBack}>
          {t('customers.mergeOther')}
        </Button>
        <Button variant="outline" onClick={() => setSwapped(!isSwapped)}>
          <ArrowLeftRight aria-hidden="true" className="size-4.5" />
          {t('customers.mergeSwap')}
        </Button>
        <Button pending={isPending} onClick={() => mutate({ id: goes.id, intoId: stays.id })}>
          {t('customers.mergeConfirm', { name: nameOf(stays) })}
        </Button>
      </div>
    </>
  )
}
