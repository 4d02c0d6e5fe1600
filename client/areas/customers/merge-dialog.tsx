import { useState } from 'react'
import type { Customer } from '#shared/contracts/customers.ts'
import { mergedPerson, segmentOf, tierOf } from '#shared/domain/customers/customer.ts'
import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import { useRun } from '../../kit/changes.ts'
import { showDialog } from '../../kit/dialog.tsx'
import { errorMessage } from '../../lib/api/request-error.ts'
import { inParts } from '../../lib/settings/settings.ts'
import { Button, cx, ListRow, LoadFailure, Money, SearchBox, Spinner, t, useDebouncedText } from '../../ui/index.ts'
import { TierBadge, useCustomerFormat } from './customer-list.tsx'
import { customerList, useMatchingCustomers } from './customer-requests.ts'

/** What merging `goes` into `stays` makes of it. */
function merged(goes: Customer, stays: Customer): Customer {
  const orderCount = goes.orderCount + stays.orderCount
  return {
    ...stays,
    ...mergedPerson(stays, goes),
    otherNumbers: [...stays.otherNumbers, goes.phoneNumber, ...goes.otherNumbers],
    orderCount,
    totalSpent: goes.totalSpent + stays.totalSpent,
    loyaltyTier: tierOf(orderCount),
    segment: segmentOf(orderCount),
  }
}

function Person({ title, person, className }: { title: string; person: Customer; className?: string }) {
  const { nameOf } = useCustomerFormat()
  return (
    <section aria-label={title} className={cx('min-w-0 card-face p-3.5', className)}>
      <h3 className="text-sm text-muted">{title}</h3>
      <p className="mt-0.5 font-semibold break-words">{nameOf(person)}</p>
      {[person.phoneNumber, ...person.otherNumbers].map((number) => (
        <p key={number} className="figures text-sm">
          {phoneForPeople(number)}
        </p>
      ))}
      {person.email && <p className="text-sm wrap-anywhere">{person.email}</p>}
      <p className="mt-2">
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

/**
 * Merges a customer with another one: search, preview, confirm (docs/product/customers.md#customers-merge).
 * @returns who the customer is then
 */
export const openMerge = (customer: Customer) =>
  showDialog<Customer>({
    title: t('customers.mergeTitle'),
    description: t('customers.mergeDescription'),
    className: 'sm:max-w-2xl!',
    content: (close) => <Merge customer={customer} onMerged={close} />,
  })

function Merge({ customer, onMerged }: { customer: Customer; onMerged: (into: Customer) => void }) {
  const [other, setOther] = useState<Customer | null>(null)
  if (!other) return <OtherCustomerSearch customer={customer} onChoose={setOther} />
  return <MergeConfirmation {...{ customer, other, onMerged }} onBack={() => setOther(null)} />
}

function OtherCustomerSearch({ customer, onChoose }: { customer: Customer; onChoose: (other: Customer) => void }) {
  const { nameOf, momentOf } = useCustomerFormat()
  const [query, setQuery] = useState('')
  const debouncedQuery = useDebouncedText(query)
  const { data, isFetching, error, refetch } = useMatchingCustomers(debouncedQuery)
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
      </p>
      {error && !isFetching && <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />}
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
  const { nameOf } = useCustomerFormat()
  const { run, isPending } = useRun(customerList.merge)
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Person title={t('customers.mergeGoes')} person={customer} />
        <Person title={t('customers.mergeStays')} person={other} />
        <Person
          title={t('customers.mergeWillBe')}
          person={merged(customer, other)}
          className="col-span-2 border-accent!"
        />
      </div>
      <p className="mt-4 text-sm text-muted">{t('customers.mergeCannotBeUndone')}</p>
      <div className="mt-4 flex flex-wrap justify-end gap-2.5">
        <Button variant="outline" onClick={onBack}>
          {t('customers.mergeOther')}
        </Button>
        <Button pending={isPending} onClick={() => void run({ customer, into: other }).then(onMerged, () => {})}>
          {t('customers.mergeConfirm', { name: nameOf(other) })}
        </Button>
      </div>
    </>
  )
}
