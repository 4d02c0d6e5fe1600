import {
  hashKey,
  partialMatchKey,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint, ResponseOf, Sent } from '#shared/contracts/base/endpoint.ts'
import type { toggleSchema } from '#shared/contracts/base/lists.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'
import { pick } from '#shared/domain/objects.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { toast, withdrawToast } from '../../ui/toast/store.ts'
import { t } from '../../ui/translation.ts'
import type { CallOptions } from '../api/api.ts'
import { queryClient, refetchChanged } from '../api/query.ts'
import { followLive, watchLiveStatus } from '../live/live.ts'
import { whenIdle } from '../loading/import-with-retry.ts'
import { inputKeys, type KeyedInput } from './add-once.ts'
import { ifMatch, ignoreNotFound, sendChange, toastFailure } from './send-change.ts'

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
 * which limits the waiting time, or `uploadFile`. For the entries of a list, `resource` makes the hooks.
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

interface Listed {
  id: number | string
  version?: number
}

interface ResourceOptions<Item> {
  /** The prefix of the keys under which the list is cached, whole or in pages. */
  queryKey: QueryKey
  /** Fetches the whole list. */
  queryFn?: (context: { signal: AbortSignal }) => Promise<Item[]>
  /** What else its changes change. */
  also?: readonly QueryKey[]
  /** The order of the list, if an added or changed entry may have another place than the last. */
  order?: (one: Item, other: Item) => number
  /** Lists of one queue send their changes one after another; by default, each list has its own. */
  queue?: string
}

type Body<E extends Endpoint> = NonNullable<Sent<E>['body']>
type WithBody = Endpoint & { body: z.ZodMiniType }
/** What compiles only with an endpoint whose address needs nothing but the entry's id. */
type OfEntry<E extends Endpoint> = { id: string } extends Sent<E>['params'] ? unknown : never
/** What compiles only with an endpoint whose answer is an entry. */
type Answering<E extends Endpoint, Item> = ResponseOf<E> extends Item ? unknown : never

/** Puts an answer into the list; null: the answer does not say what the list contains now. */
type Put<Item, E extends Endpoint, Input> =
  | ((items: Item[], answer: ResponseOf<E>, item: Item, input: Input) => Item[])
  | null

interface Outcome<Item, E extends Endpoint, Input = unknown> {
  put?: Put<Item, E, Input>
  /** The text of the toast that says what was done. */
  done?: (item: Item, answer: ResponseOf<E>) => string
  /** The title of the toast that reports a failure; without it, `onFailed` or the caller reports it. */
  failed?: TextKey
  onDone?: (item: Item, answer: ResponseOf<E>) => void
  onFailed?: (error: Error, item: Item) => void
}

/** What a request about an entry contains, for code that does not know the endpoint. */
interface AnyRequest<Item, E extends Endpoint, Input> extends Outcome<Item, E, Input> {
  /** What the list shows of the entry until the server has decided; taken back if it refuses. */
  now?: (item: Item, input: Input) => Partial<Item>
  params?: (item: Item, input: Input) => Sent<E>['params']
  body?: (item: Item, input: Input) => Body<E>
  headers?: (item: Item) => Record<string, string>
  /** Whether it adds something, at most once: a lost response is asked for again with the same key. */
  isOnce?: boolean
}

/** The same, with all that the endpoint requires, unless it is the entry's id, or an answer that is the entry. */
type Request<Item, E extends Endpoint, Input> = Omit<AnyRequest<Item, E, Input>, 'headers'> &
  ({ id: string } extends Sent<E>['params'] ? unknown : Required<Pick<AnyRequest<Item, E, Input>, 'params'>>) &
  (E extends WithBody ? Required<Pick<AnyRequest<Item, E, Input>, 'body'>> : { body?: undefined }) &
  (ResponseOf<E> extends Item ? unknown : Required<Pick<AnyRequest<Item, E, Input>, 'put'>>)

/** What `mutate` is called with: the entry as the page shows it, and what to do with it; or the entry alone. */
export interface ItemInput<Item, Input> {
  item: Item
  input: Input
}
type Variables<Item, Input> = [Input] extends [undefined] ? Item : ItemInput<Item, Input>

/** The options of a switch that shows or hides an entry: the list shows it at once. */
export const toggling = {
  body: ({ isActive }: { isActive: boolean }): z.input<typeof toggleSchema> => ({ isActive: !isActive }),
  now: ({ isActive }: { isActive: boolean }) => ({ isActive: !isActive }),
}

/** Where an entry is moved to. */
export type Where = { direction: 'up' | 'down' } | { to: number }

/** The options of a move whose answer is the list in its new order. */
export const inAnsweredOrder = <Item>(_: Item[], all: Item[]): Item[] => all

/** A list of the server with the hooks that change its entries, one after another. An answer is shown at once. */
export function resource<Item extends Listed>({ queryKey, queryFn, also = [], order, queue }: ResourceOptions<Item>) {
  const refetch = [queryKey, ...also.filter((other) => other !== queryKey)]
  /** The options of `useOwnerChange` for a change that has no hook here. */
  const inTurn = { scope: { id: queue ?? String(queryKey[0]) }, refetch }

  type Cached = Item[] | { pages: Item[][] }
  const cached = () => queryClient.getQueriesData<Cached>({ queryKey }).flatMap(([, data]) => listOf(data))
  const listOf = (data: Cached | undefined): Item[] => (Array.isArray(data) ? data : (data?.pages.flat() ?? []))
  const find = (id: Item['id']): Item | undefined => cached().find((item) => item.id === id)
  /** Whether the list is known to have such an entry. */
  const has = (isIt: (item: Item) => boolean): boolean => cached().some(isIt)

  /** Changes what the list shows until it is fetched again; nothing happens before it was fetched. */
  function write(change: (items: Item[]) => Item[]): void {
    queryClient.setQueriesData<Cached>(
      { queryKey },
      (data) => data && (Array.isArray(data) ? change(data) : { ...data, pages: data.pages.map(change) }),
    )
  }
  function patch(id: Item['id'], part: Partial<Item>): void {
    write((items) => items.map((item) => (item.id === id ? { ...item, ...part } : item)))
  }
  /** Replaces an entry, or appends a new one to a whole list: only the server knows its page. */
  function put(saved: Item): void {
    if (find(saved.id)) patch(saved.id, saved)
    else queryClient.setQueriesData<Cached>({ queryKey }, (data) => (Array.isArray(data) ? [...data, saved] : data))
    if (order) write((items) => items.toSorted(order))
  }

  function show<E extends Endpoint, Input>(
    how: Put<Item, E, Input> | undefined,
    answer: ResponseOf<E>,
    { item, input }: ItemInput<Item, Input>,
  ): void {
    if (how) write((items) => how(items, answer, item, input))
    // Without `put`, the answer is an entry: the types say so.
    else if (how === undefined) put(answer as Item)
  }

  /** Makes the hook for one kind of request about an entry. */
  function requestHook<E extends Endpoint, Input>(
    endpoint: E,
    { now, params, body, headers, isOnce, put: putAnswer, done, failed, ...callbacks }: AnyRequest<Item, E, Input>,
    send: (endpoint: E, sent: CallOptions<E>) => Promise<ResponseOf<E>> = sendChange,
  ) {
    const read = (variables: Variables<Item, Input>): ItemInput<Item, Input> =>
      'item' in variables && 'input' in variables ? variables : { item: variables as Item, input: undefined as Input }
    return function useRequest(onDone?: (answer: ResponseOf<E>, item: Item) => void) {
      const [{ keyOf, settle }] = useState(inputKeys)
      const added = ({ item: { id }, input }: ItemInput<Item, Input>) => ({ id, input })
      return useOwnerChange<ResponseOf<E>, Variables<Item, Input>>({
        ...inTurn,
        mutationFn(variables) {
          const { item, input } = read(variables)
          // The second of two quick moves starts where the first has ended. What `now` shows is not the start.
          const current = now ? item : (find(item.id) ?? item)
          return send(endpoint, {
            params: params ? params(item, input) : { id: String(item.id) },
            body: body?.(current, input),
            headers: isOnce ? { 'Idempotency-Key': keyOf(added({ item, input })) } : headers?.(item),
          } as CallOptions<E>)
        },
        async onMutate(variables) {
          if (!now) return
          const { item, input } = read(variables)
          // A response under way would overwrite it, so it is asked for again later.
          if (queryClient.isFetching({ queryKey }) > 0) refetchSettled(queryKey)
          await queryClient.cancelQueries({ queryKey })
          patch(item.id, now(item, input))
        },
        onSuccess(answer, variables) {
          const change = read(variables)
          settle(added(change))
          show(putAnswer, answer, change)
          callbacks.onDone?.(change.item, answer)
          onDone?.(answer, change.item)
        },
        onError(error, variables) {
          const { item, input } = read(variables)
          settle(added({ item, input }), error)
          if (now) patch(item.id, pick(item, Object.keys(now(item, input)) as (keyof Item)[]))
          callbacks.onFailed?.(error, item)
        },
        success: done && ((answer, variables) => done(read(variables).item, answer)),
        failure: failed,
      })
    }
  }

  return {
    inTurn,
    has,
    write,
    put,
    useList: () => useQuery({ queryKey, queryFn }),

    /** Adds an entry once: a lost response is asked for again with the same key. */
    add<E extends WithBody>(endpoint: E & Answering<E, Item>, outcome: Outcome<Item, E> = {}) {
      return function useAdd(onDone?: (added: Item) => void) {
        return useOwnerChange<Item, KeyedInput<Body<E>>>({
          ...inTurn,
          mutationFn: ({ input, key }) =>
            sendChange<E>(endpoint, { body: input, headers: { 'Idempotency-Key': key } }) as Promise<Item>,
          onSuccess(added, { input }) {
            show(outcome.put, added as ResponseOf<E>, { item: added, input })
            onDone?.(added)
          },
          success: outcome.done && ((added) => outcome.done?.(added, added as ResponseOf<E>) ?? ''),
          failure: outcome.failed,
        })
      }
    },

    /** Saves changed fields, of an entry with a version only if nobody has changed that. */
    save<E extends WithBody>(endpoint: E & OfEntry<E> & Answering<E, Item>, outcome: Outcome<Item, E> = {}) {
      return requestHook<E, Body<E>>(endpoint, {
        ...outcome,
        body: (_, input) => input,
        headers: ({ version }) => (version === undefined ? {} : ifMatch({ version })),
      })
    },

    /** Any other request about an entry. */
    change<E extends Endpoint, Input = undefined>(endpoint: E, request: Request<Item, E, Input>) {
      return requestHook<E, Input>(endpoint, request as AnyRequest<Item, E, Input>)
    },

    /** Deletes an entry. It is gone also if somebody else has deleted it. */
    remove<E extends Endpoint>(endpoint: E & OfEntry<E>, outcome: Outcome<Item, E, undefined>) {
      return requestHook<E, undefined>(
        endpoint,
        { ...outcome, put: (items, _, { id }) => items.filter((item) => item.id !== id) },
        (deleted, sent) => ignoreNotFound(sendChange(deleted, sent)) as Promise<ResponseOf<E>>,
      )
    },
  }
}

/**
 * Refetches lists when frames announce that they have changed, and all of them at each (re)connect, until the returned
 * function is called (docs/product/live-channel.md#live-changed).
 * @param announced the lists of which a frame says that they have changed
 */
export function followLists(
  lists: readonly QueryKey[],
  announced: (frame: ServerFrame) => readonly QueryKey[],
): () => void {
  const entry = { lists, isOpen: false }
  followedLists.add(entry)
  const stopWatching = watchLiveStatus(({ state }) => {
    entry.isOpen = state === 'live'
  })
  const refetch = (frame: ServerFrame) => announced(frame).forEach(refetchSettled)
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
