import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Customer,
  type CustomerChange,
  type CustomerSort,
  changeCustomer,
  type Direction,
  eraseCustomer,
  getCustomer,
  listCustomers,
  mergeCustomer,
} from '#shared/contracts/customers.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { type FetchedOrders, fetchOrders } from '../../entities/order/index.ts'
import { ANSWER_WITHIN_MS } from '../../lib/api/answer-within.ts'
import { callApi } from '../../lib/api/api.ts'
import { areaKey } from '../../lib/api/area-key.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { toast } from '../../ui/toast/store.ts'

/** All that is fetched of customers is kept under this. */
export const customersKey = areaKey('customers')

const PAGE = 100
/** Orders change these figures while no tab shows them: whoever opens it asks again. */
const FRESH = { staleTime: 0 }

export interface Sorting {
  sort: CustomerSort
  direction: Direction
}

export function useCustomers(q: string, { sort, direction }: Sorting) {
  const list = useInfiniteQuery({
    ...FRESH,
    queryKey: [...customersKey, 'list', q, sort, direction],
    queryFn: ({ pageParam, signal }) => {
      const query = { sort, direction, limit: PAGE, q: q || undefined, after: pageParam }
      return callApi(listCustomers, { query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : String(page.at(-1)?.id)),
    // While another search or order is on its way, the one before stays.
    placeholderData: (before) => before,
    select: ({ pages }: InfiniteData<Customer[]>) => withoutTwins(pages.flat()),
  })
  const { error, isFetchNextPageError, refetch } = list
  // The customer after whom the next page begins was merged or erased: the pages are counted anew, from the first.
  const hasLostPlace = isFetchNextPageError && error instanceof RequestError && error.status === 404
  useEffect(() => {
    if (hasLostPlace) void refetch()
  }, [hasLostPlace, refetch])
  return list
}

/** Who ordered between two pages has moved up the list, and may come twice. */
function withoutTwins(customers: Customer[]): Customer[] {
  return [...new Map(customers.map((one) => [one.id, one])).values()]
}

/** The first few customers who match. */
export function useMatchingCustomers(q: string) {
  return useQuery({
    ...FRESH,
    queryKey: [...customersKey, 'matching', q],
    queryFn: ({ signal }) => callApi(listCustomers, { query: { q, limit: 9 }, signal }),
    enabled: q !== '',
  })
}

/** @param isShown what is not shown any more is not asked for again: it may be gone */
export function useCustomer(id: number, isShown: boolean) {
  return useQuery({
    ...FRESH,
    enabled: isShown,
    queryKey: [...customersKey, 'one', id],
    queryFn: ({ signal }) => callApi(getCustomer, { params: { id: String(id) }, signal }),
  })
}

const OLDER = 50

/** All that is loaded of a customer's orders: the newest, which come with them, and those that are older. */
export function useOrdersOf(customerId: number, newest: readonly Order[]) {
  // What is read stays while new orders come: the older ones begin where they began, and none falls out between.
  const [first] = useState(newest)
  const before = first.at(-1)?.id
  const movedOut = first.filter(({ id }) => newest.every((order) => order.id !== id))
  const older = useInfiniteQuery({
    ...FRESH,
    queryKey: [...customersKey, 'orders', customerId, before],
    queryFn: ({ pageParam, signal }) => {
      const query = { customerId: String(customerId), before: String(pageParam), limit: OLDER }
      return fetchOrders({ query, signal })
    },
    initialPageParam: before,
    getNextPageParam: ({ orders, isCut }) => (orders.length < OLDER && !isCut ? undefined : orders.at(-1)?.id),
    // The first page is fetched when it is asked for.
    enabled: false,
    select: ({ pages }: InfiniteData<FetchedOrders>) => pages.flatMap(({ orders }) => orders),
  })
  return { ...older, orders: [...newest, ...movedOut, ...(older.data ?? [])] }
}

export function useChangeCustomer(id: number) {
  const { t } = useTranslation()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (body: CustomerChange) =>
      callApi(changeCustomer, { params: { id: String(id) }, body, timeout: ANSWER_WITHIN_MS }),
    onSuccess: () => toast({ title: t('customers.saved') }),
    onError: (error) => failed(t('customers.saveFailed'), error),
    onSettled: () => refetch(),
  })
}

export function useMergeCustomer(onDone: (into: Customer) => void) {
  const { t } = useTranslation()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ id, intoId }: Record<'id' | 'intoId', number>) =>
      callApi(mergeCustomer, { params: { id: String(id) }, body: { intoId }, timeout: ANSWER_WITHIN_MS }),
    onSuccess(into, { id }) {
      toast({ title: t('customers.merged', { name: into.name || t('customers.noName') }) })
      onDone(into)
      refetch(id)
    },
    onError(error) {
      failed(t('customers.mergeFailed'), error)
      refetch()
    },
  })
}

export function useEraseCustomer(id: number, onDone: () => void) {
  const { t } = useTranslation()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: () => callApi(eraseCustomer, { params: { id: String(id) }, timeout: ANSWER_WITHIN_MS }),
    onSuccess() {
      toast({ title: t('customers.erased') })
      onDone()
      refetch(id)
    },
    onError(error) {
      failed(t('customers.eraseFailed'), error)
      refetch()
    },
  })
}

/** Asks for all customers again, after a refusal too: what is shown may be old. Nobody waits for it. */
function useRefetch(): (gone?: number) => void {
  const queryClient = useQueryClient()
  return (gone) => {
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      gone === undefined || queryKey[1] !== 'one' || queryKey[2] !== gone
    void queryClient.invalidateQueries({ queryKey: customersKey, predicate })
  }
}

function failed(title: string, error: unknown): void {
  toast({ variant: 'destructive', title, description: errorMessage(error) })
}
