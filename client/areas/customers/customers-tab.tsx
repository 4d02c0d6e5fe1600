import { SearchX, Users } from 'lucide-react'
import { useRef, useState } from 'react'
import { CUSTOMER_SORTS, type CustomerSort, type Direction } from '#shared/contracts/customers.ts'
import { useIsPageWide } from '../../lib/browser/dashboard.ts'
import { MorePages, NotLoaded, shapeRows } from '../../lib/loading/list.tsx'
import { EmptyState, SearchBox, Select, SubjectDialog, t, useDebouncedText } from '../../ui/index.ts'
import { CustomerDialog } from './customer-dialog.tsx'
import { CustomerCards, CustomerTable } from './customer-list.tsx'
import { type Sorting, useCustomers, useRefetchOnOrderChange } from './customer-requests.ts'
import { ReservedOnly } from './reserved-only.tsx'

/** The direction in which each column is sorted when it is first chosen. */
const INITIAL_DIRECTION: Record<CustomerSort, Direction> = {
  lastOrder: 'desc',
  name: 'asc',
  orderCount: 'desc',
  totalSpent: 'desc',
}
const opposite = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc')

/** A search, the sorted list page by page, and a customer's dialog (docs/product/customers.md#customers-list). */
export default function CustomersTab() {
  const [query, setQuery] = useState('')
  const [sorting, setSorting] = useState<Sorting>({ sort: 'lastOrder', direction: 'desc' })
  const [openCustomerId, setOpenCustomerId] = useState<number | null>(null)
  const isWide = useIsPageWide()
  useRefetchOnOrderChange()
  const sortBy = (sort: CustomerSort) =>
    setSorting((current) => ({
      sort,
      direction: current.sort === sort ? opposite(current.direction) : INITIAL_DIRECTION[sort],
    }))
  const root = useRef<HTMLDivElement>(null)
  return (
    <div ref={root}>
      <div className="mb-3.5 flex flex-wrap items-center gap-3">
        <SearchBox
          label={t('customers.searchLabel')}
          placeholder={t('customers.search')}
          query={query}
          onChange={setQuery}
          className="min-w-0 flex-1 basis-60 @tab/page:max-w-80"
        />
        {!isWide && <SortSelect sorting={sorting} onChange={setSorting} />}
      </div>
      <CustomerList query={query} sorting={sorting} isWide={isWide} onSort={sortBy} onOpen={setOpenCustomerId} />
      <SubjectDialog subject={openCustomerId}>
        {(id, open) => (
          <CustomerDialog
            {...{ id, open }}
            onOpen={setOpenCustomerId}
            focusWhenGone={() => root.current?.querySelector('input')}
          />
        )}
      </SubjectDialog>
    </div>
  )
}

function SortSelect({ sorting, onChange }: { sorting: Sorting; onChange: (sorting: Sorting) => void }) {
  const options = CUSTOMER_SORTS.flatMap((sort) =>
    [INITIAL_DIRECTION[sort], opposite(INITIAL_DIRECTION[sort])].map((direction) => ({
      value: `${sort} ${direction}`,
      label: t(`customers.sorts.${sort}.${direction}`),
      sorting: { sort, direction },
    })),
  )
  return (
    <Select
      label={t('customers.sortBy')}
      value={`${sorting.sort} ${sorting.direction}`}
      onValueChange={(chosen) => onChange(options.find(({ value }) => value === chosen)?.sorting ?? sorting)}
      options={options}
      className="h-11! flex-1 basis-60"
    />
  )
}

interface CustomerListProps {
  query: string
  sorting: Sorting
  isWide: boolean
  onSort: (sort: CustomerSort) => void
  onOpen: (id: number) => void
}

function CustomerList({ query, sorting, isWide, onSort, onOpen }: CustomerListProps) {
  const debouncedQuery = useDebouncedText(query)
  const list = useCustomers(debouncedQuery, sorting)
  const { data: customers, isPlaceholderData } = list
  if (!customers) {
    const label = t('customers.loading')
    return <NotLoaded queries={[list]} label={label} shapes={shapeRows(6, 'h-14')} className="space-y-2.5" />
  }
  const isSearching = isPlaceholderData || debouncedQuery !== query.trim()
  return (
    <>
      {customers.length === 0 && !isSearching && <NoCustomers query={debouncedQuery} />}
      {customers.length > 0 &&
        (isWide ? (
          <CustomerTable customers={customers} sorting={sorting} onSort={onSort} onOpen={onOpen} />
        ) : (
          <CustomerCards customers={customers} onOpen={onOpen} />
        ))}
      <MorePages list={list} more={t('customers.more')} isSearching={isSearching} />
      {!isSearching && <ReservedOnly query={debouncedQuery} customers={customers} />}
    </>
  )
}

function NoCustomers({ query }: { query: string }) {
  return query ? (
    <EmptyState
      icon={<SearchX />}
      title={t('customers.noMatch')}
      description={t('customers.noMatchDescription', { query })}
    />
  ) : (
    <EmptyState icon={<Users />} title={t('customers.empty')} description={t('customers.emptyDescription')} />
  )
}
