import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as api from '#shared/contracts/customers.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { change } from '../../kit/changes.ts'
import { callApi } from '../../lib/api/api.ts'
import { areaKey, queryClient, refetchChanged } from '../../lib/api/query.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { batched, followLive } from '../../lib/live/live.ts'
import { t } from '../../ui/index.ts'
import { type FetchedOrders, fetchOrders, refetchOrders } from '../orders/index.ts'

const customersKey = areaKey('customers')

const PAGE_SIZE = 100
/** Orders change customers' figures while no tab shows them, so each mount refetches. */
const ALWAYS_STALE = { staleTime: 0 }

export interface Sorting {
  sort: api.CustomerSort
  direction: api.Direction
}

export function useCustomers(searchText: string, { sort, direction }: Sorting) {
  const list = useInfiniteQuery({
    ...ALWAYS_STALE,
    queryKey: [...customersKey, 'list', searchText, sort, direction],
    queryFn: ({ pageParam, signal }) => {
      const query = { sort, direction, limit: PAGE_SIZE, q: searchText || undefined, after: pageParam }
      return callApi(api.listCustomers, { query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : String(page.at(-1)?.id)),
    // Show the previous list while another search or order is loading.
    placeholderData: (previousData) => previousData,
    select: ({ pages }: InfiniteData<api.Customer[]>) => withoutDuplicates(pages.flat()),
  })
  const { error, isFetchNextPageError, refetch } = list
  // The last customer of the page was merged or erased, so the next page cannot be found: refetch from the first.
  const isCursorGone = isFetchNextPageError && error instanceof RequestError && error.status === 404
  useEffect(() => {
    if (isCursorGone) void refetch()
  }, [isCursorGone, refetch])
  return list
}

/** A customer who ordered between two fetches has moved up the list, and may be on two pages. */
function withoutDuplicates(customers: api.Customer[]): api.Customer[] {
  return [...new Map(customers.map((customer) => [customer.id, customer])).values()]
}

export function useMatchingCustomers(searchText: string) {
  return useQuery({
    ...ALWAYS_STALE,
    queryKey: [...customersKey, 'matching', searchText],
    queryFn: ({ signal }) => callApi(api.listCustomers, { query: { q: searchText, limit: 9 }, signal }),
    enabled: searchText !== '',
  })
}

/** A customer with the newest orders. @param isShown false for one who is not shown, and may be erased */
export function useCustomer(id: number, isShown: boolean) {
  return useQuery({
    ...ALWAYS_STALE,
    enabled: isShown,
    queryKey: [...customersKey, 'one', id],
    queryFn: ({ signal }) => callApi(api.getCustomer, { params: { id: String(id) }, signal }),
  })
}

const OLDER_PAGE_SIZE = 50

/** A customer's loaded orders: the newest, which are part of the customer, and older pages. */
export function useOrdersOf(customerId: number, newest: readonly Order[]) {
  // New orders push others out of `newest`: older pages still begin below the first render's list, so keep those.
  const [initial] = useState(newest)
  const before = initial.at(-1)?.id
  const movedOut = initial.filter(({ id }) => newest.every((order) => order.id !== id))
  const older = useInfiniteQuery({
    ...ALWAYS_STALE,
    queryKey: [...customersKey, 'orders', customerId, before],
    queryFn: ({ pageParam, signal }) => {
      const query = { customerId: String(customerId), before: String(pageParam), limit: OLDER_PAGE_SIZE }
      return fetchOrders({ query, signal })
    },
    initialPageParam: before,
    getNextPageParam: ({ orders, isTruncated }) =>
      orders.length < OLDER_PAGE_SIZE && !isTruncated ? undefined : orders.at(-1)?.id,
    // The first page is fetched on request.
    enabled: false,
    select: ({ pages }: InfiniteData<FetchedOrders>) => pages.flatMap(({ orders }) => orders),
  })
  const { data: pages = [], error, isFetched, isFetching } = older
  return {
    orders: [...newest, ...movedOut, ...pages],
    error,
    hasNextPage: isFetched && !error ? older.hasNextPage : newest.length === api.ORDERS_OF_CUSTOMER,
    isFetchingNextPage: isFetching,
    isFetchNextPageError: error !== null,
    fetchNextPage: () => (pages.length > 0 ? older.fetchNextPage() : older.refetch()),
  }
}

const about = ({ id }: api.Customer) => ({ params: { id: String(id) } })
const send = change(
  ({ customer, body }: { customer: api.Customer; body: api.CustomerChange }) =>
    sendChange(api.changeCustomer, { ...about(customer), body }),
  { refetch: [customersKey] },
)

/** What the form of a customer changes, and what becomes of their data. */
export const customerList = {
  draft: 'customer',
  nameOf: ({ name }: api.Customer) => name,
  save: (customer: api.Customer, body: api.CustomerChange) => send({ customer, body }),
  merge: change(
    ({ customer, into }: Record<'customer' | 'into', api.Customer>) =>
      sendChange(api.mergeCustomer, { ...about(customer), body: { intoId: into.id } }),
    {
      done: (_, into) => t('customers.merged', { name: into.name || t('customers.noName') }),
      failed: 'common.notChanged',
      onDone: ({ customer }) => refetchAfterRemoval(customer.id, null),
      onFailed: (error, { customer }) => refetchAfterRemoval(customer.id, error),
    },
  ),
  erase: change((customer: api.Customer) => sendChange(api.eraseCustomer, about(customer)), {
    done: () => t('customers.erased'),
    failed: 'common.notDeleted',
    onDone: ({ id }) => refetchAfterRemoval(id, null),
    onFailed: (error, { id }) => refetchAfterRemoval(id, error),
  }),
}
/** Refetches all customers except the removed one; after a failure, also that one. Does not wait for the responses. */
function refetchAfterRemoval(removedId: number, error: Error | null): void {
  const predicate = ({ queryKey: [, kind, id] }: { queryKey: readonly unknown[] }) =>
    error !== null || kind !== 'one' || id !== removedId
  void queryClient.invalidateQueries({ queryKey: customersKey, predicate })
  // Their orders are of somebody else, or of nobody.
  refetchOrders()
}

const MIN_INTERVAL_MS = 1_000

/** Refetches the customers when orders change, since these change customers' figures; at most once a second. */
export function useRefetchOnOrderChange(): void {
  useEffect(() => {
    const { request, cancel } = batched(
      () => void refetchChanged(customersKey),
      () => MIN_INTERVAL_MS,
    )
    const unfollow = followLive({ ORDER_UPDATE: request, ORDERS_CHANGED: request })
    return () => {
      unfollow()
      cancel()
    }
  }, [])
}
