import { hashKey, partialMatchKey, type QueryKey, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { ChangedArea, ServerFrame } from '#shared/contracts/live.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { toast, withdrawToast } from '../../ui/toast/store.ts'
import { t } from '../../ui/translation.ts'
import { queryClient, refetchChanged } from '../api/query.ts'
import { followLive, watchLiveStatus } from '../live/live.ts'
import { whenIdle } from '../loading/import-with-retry.ts'
import { toastFailure } from './send-change.ts'

/*
 * One refetch for each change. The live channel announces this page's changes like everybody's, so a change leaves the
 * refetch to its announcement, and one that arrives before the change is settled waits for that.
 */

declare module '@tanstack/react-query' {
  interface Register {
    /** The queries that a change refetches. */
    mutationMeta: { refetch?: readonly QueryKey[] }
  }
}

/** The lists that an open page refetches on their announcements, of each page part that does. */
const followedLists = new Set<{ lists: readonly QueryKey[]; isOpen: boolean }>()
/** The hashes of the lists to refetch once this page's changes of them are settled. */
const due = new Set<string>()

/** How many changes of a list are under way on this page. */
function changesOf(queryKey: QueryKey): number {
  const hash = hashKey(queryKey)
  return queryClient.isMutating({
    predicate: ({ options }) => !!options.meta?.refetch?.some((changed) => hashKey(changed) === hash),
  })
}

/** Refetches a list once the changes under way on this page are settled; until then it shows what they show. */
export function refetchSettled(queryKey: QueryKey): void {
  if (changesOf(queryKey) > 0) due.add(hashKey(queryKey))
  else void refetchChanged(queryKey)
}

/** To be called when a change has its outcome. It refetches what no announcement will, or one already has asked for. */
export function settleChange(refetch: readonly QueryKey[], error: Error | null): void {
  for (const queryKey of refetch) {
    const isAnnounced = [...followedLists].some(
      ({ lists, isOpen }) => isOpen && lists.some((list) => partialMatchKey(queryKey, list)),
    )
    if (error || !isAnnounced) due.add(hashKey(queryKey))
    // The change itself still counts as under way.
    if (changesOf(queryKey) > 1 || !due.delete(hashKey(queryKey))) continue
    void queryClient.invalidateQueries({ queryKey })
  }
}

interface OwnerChange<Result, Variables> extends UseMutationOptions<Result, Error, Variables> {
  /** Returns the text of a toast that says what was done. */
  success?: (result: Result, variables: Variables) => string
  /** The words of the toast that reports a failure. Without them, the form or `onError` reports it. */
  failure?: TextKey
  /** Refetched after the change, also after a failure, if no announcement will do it; after the last of several. */
  refetch?: readonly QueryKey[]
}

/**
 * How the dashboard changes something on the server: TanStack's `useMutation` with toasts for the outcome and the
 * queries to refetch. Changes with the same `scope` are sent one after another. `mutationFn` should call `sendChange`,
 * which limits the waiting time, or `uploadFile`. For the entries of a list, `list` of the kit makes functions.
 */
export function useOwnerChange<Result, Variables = void>({
  success,
  failure,
  refetch = [],
  ...options
}: OwnerChange<Result, Variables>) {
  return useMutation<Result, Error, Variables>({
    ...options,
    meta: { refetch },
    onSuccess(result, variables, ...rest) {
      if (failure) withdrawToast(failure)
      if (success) toast({ title: success(result, variables) })
      return options.onSuccess?.(result, variables, ...rest)
    },
    onError(error, ...rest) {
      if (failure) toastFailure(t(failure), error, undefined, failure)
      return options.onError?.(error, ...rest)
    },
    onSettled(result, error, ...rest) {
      settleChange(refetch, error)
      return options.onSettled?.(result, error, ...rest)
    },
  })
}

/** Where an entry is moved to. */
export type Where = { direction: 'up' | 'down' } | { to: number }

/** The options of a move whose answer is the list in its new order. */
export const inAnsweredOrder = <Item>(_: Item[], all: Item[]): Item[] => all

/** What changes a list, by the first part of its key; the others change with the area that they are named for. */
const CHANGED_BY: Record<string, readonly (ChangedArea | ServerFrame['type'])[]> = {
  '/api/menu': ['MENU_CHANGED'],
  '/api/menu/categories': ['MENU_CHANGED'],
  '/api/menu/options': ['MENU_CHANGED'],
  // A customer's reservations are a part of them.
  customers: ['customers', 'reservations'],
  // The checks depend on settings and menu. They and the first steps count tables and users, and know the days.
  service: ['service', 'tables', 'users', 'days', 'SETTINGS_CHANGED', 'MENU_CHANGED'],
}

/**
 * Refetches lists when frames announce that they have changed, and all of them at each (re)connect, until the returned
 * function is called (docs/product/live-channel.md#live-changed).
 */
export function followLists(lists: readonly QueryKey[]): () => void {
  const entry = { lists, isOpen: false }
  followedLists.add(entry)
  const stopWatching = watchLiveStatus(({ state }) => {
    entry.isOpen = state === 'live'
  })
  const refetch = (frame: ServerFrame) => {
    const changed = frame.type === 'CHANGED' ? frame.payload.area : frame.type
    lists.filter(([name]) => (CHANGED_BY[String(name)] ?? [name]).includes(changed)).forEach(refetchSettled)
  }
  let stopWaiting = () => {}
  const unfollow = followLive({
    opened() {
      entry.isOpen = true
      stopWaiting()
      // The page may be rendering what it has just loaded.
      stopWaiting = whenIdle(() => lists.forEach(refetchSettled))
    },
    SETTINGS_CHANGED: refetch,
    MENU_CHANGED: refetch,
    CHANGED: refetch,
  })
  return () => {
    followedLists.delete(entry)
    stopWatching()
    stopWaiting()
    unfollow()
  }
}
