import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { memo } from 'react'
import type { Customer, CustomerSort } from '#shared/contracts/customers.ts'
import type { LoyaltyTier } from '#shared/domain/customers/customer.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { inParts, timeZone } from '../../lib/settings/settings.ts'
import { Badge, cx, language, Money, PhoneLink, t } from '../../ui/index.ts'
import type { Sorting } from './customer-requests.ts'

interface CustomerTableProps {
  customers: Customer[]
  sorting: Sorting
  onSort: (sort: CustomerSort) => void
  onOpen: (id: number) => void
}

const CELL = 'px-2 py-3 align-middle @wide/page:px-4'

export function CustomerTable({ customers, sorting, onSort, onOpen }: CustomerTableProps) {
  const header = (sort: CustomerSort, label: string, className?: string) => (
    <SortHeader label={label} sort={sort} sorting={sorting} onSort={onSort} className={className} />
  )
  return (
    <div className="overflow-clip card-face shadow-soft">
      <table aria-label={t('dashboard.tabs.customers')} className="w-full border-collapse text-left text-body">
        <thead className="border-b border-line text-sm text-muted">
          <tr>
            {header('name', t('customers.name'))}
            <th scope="col" className={cx(CELL, 'font-semibold whitespace-nowrap')}>
              {t('customers.phone')}
            </th>
            {header('orderCount', t('customers.orderCount'), 'text-right')}
            {header('totalSpent', t('customers.totalSpent'), 'text-right')}
            <th scope="col" className={cx(CELL, 'font-semibold @wide/page:whitespace-nowrap')}>
              {t('customers.loyaltyTier')}
            </th>
            {header('lastOrder', t('customers.lastOrder'))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {customers.map((customer) => (
            <CustomerRow key={customer.id} customer={customer} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SortHeaderProps {
  label: string
  sort: CustomerSort
  sorting: Sorting
  onSort: (sort: CustomerSort) => void
  className?: string | undefined
}

function SortHeader({ label, sort, sorting, onSort, className }: SortHeaderProps) {
  const isSorted = sorting.sort === sort
  const sorted = sorting.direction === 'asc' ? 'ascending' : 'descending'
  const Arrow = isSorted ? (sorting.direction === 'asc' ? ArrowUp : ArrowDown) : ArrowUpDown
  return (
    <th scope="col" aria-sort={isSorted ? sorted : 'none'} className={cx('py-0.5 @wide/page:px-2', className)}>
      <button
        type="button"
        onClick={() => onSort(sort)}
        className={cx(
          'pill min-h-11 gap-1.5 px-2 [text-align:inherit] hover:text-ink @max-wide/page:whitespace-normal',
          isSorted && 'text-ink',
        )}
      >
        {label}
        <Arrow aria-hidden="true" className="size-4 shrink-0" />
      </button>
    </th>
  )
}

interface EntryProps {
  customer: Customer
  onOpen: (id: number) => void
}

const CustomerRow = memo(function CustomerRow({ customer, onOpen }: EntryProps) {
  const { nameOf, momentOf } = useCustomerFormat()
  const name = nameOf(customer)
  const [day, time] = momentOf(customer.lastOrder).split(', ')
  return (
    <tr className="relative hover:bg-sunk">
      {/* As wide as the others leave it: neither a long name nor a long tag makes the table wider than the page. */}
      <td className={cx(CELL, 'w-full max-w-0')}>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <button
            type="button"
            aria-label={t('customers.open', { name })}
            onClick={() => onOpen(customer.id)}
            // The whole row is clickable.
            className="min-w-0 text-left font-semibold wrap-anywhere after:absolute after:inset-0"
          >
            {name}
          </button>
          <CustomerTags tags={customer.tags} />
        </span>
      </td>
      <td className={CELL}>
        {/* Above the button that fills the row. */}
        <PhoneLink number={customer.phoneNumber} className="relative z-1" />
      </td>
      <td className={cx(CELL, 'figures text-right')}>{customer.orderCount}</td>
      <td className={cx(CELL, 'text-right')}>
        <Money parts={inParts(customer.totalSpent)} />
      </td>
      <td className={CELL}>
        <TierBadge tier={customer.loyaltyTier} />
      </td>
      <td className={cx(CELL, 'figures whitespace-nowrap')}>
        {day}
        {time && <span className="@max-[72rem]/page:hidden">, {time}</span>}
      </td>
    </tr>
  )
})

export function CustomerCards({ customers, onOpen }: { customers: Customer[]; onOpen: (id: number) => void }) {
  return (
    <ul aria-label={t('dashboard.tabs.customers')} className="space-y-2.5">
      {customers.map((customer) => (
        <CustomerCard key={customer.id} customer={customer} onOpen={onOpen} />
      ))}
    </ul>
  )
}

const CustomerCard = memo(function CustomerCard({ customer, onOpen }: EntryProps) {
  const { nameOf, momentOf } = useCustomerFormat()
  const name = nameOf(customer)
  return (
    <li aria-label={name} className="card-face off-screen relative px-4 py-3.5 [--height:131px]">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <button
          type="button"
          aria-label={t('customers.open', { name })}
          onClick={() => onOpen(customer.id)}
          className="min-w-0 flex-[1_1_7rem] text-left font-semibold break-words after:absolute after:inset-0 after:rounded-card"
        >
          {name}
        </button>
        <Money parts={inParts(customer.totalSpent)} className="shrink-0 font-semibold" />
      </div>
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        {/* Above the button that fills the card. */}
        <PhoneLink number={customer.phoneNumber} className="relative z-1" />
        <span>
          {t('customers.orderCount')}: <span className="figures">{customer.orderCount}</span>
        </span>
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-muted">
        <TierBadge tier={customer.loyaltyTier} />
        <CustomerTags tags={customer.tags} />
        <span className="ml-auto">
          {t('customers.lastOrder')}: <span className="figures">{momentOf(customer.lastOrder)}</span>
        </span>
      </p>
    </li>
  )
})

export function TierBadge({ tier }: { tier: LoyaltyTier }) {
  return <Badge>{t(`customers.tiers.${tier}`)}</Badge>
}

export function CustomerTags({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <span key={tag} className="max-w-full truncate rounded-full border border-line px-2 py-0.5 text-xs text-muted">
      {tag}
    </span>
  ))
}

export function useCustomerFormat() {
  return {
    nameOf: ({ name }: { name: string }) => name || t('customers.noName'),
    momentOf: (moment: string | null) =>
      moment === null ? t('customers.never') : formatMoment(moment, timeZone, language),
  }
}
