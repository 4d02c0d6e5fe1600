import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint, ResponseOf, Sent } from '#shared/contracts/base/endpoint.ts'
import type { ChangedArea } from '#shared/contracts/live.ts'
import { pick } from '#shared/domain/objects.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { callApi } from '../lib/api/api.ts'
import { areaKey, queryClient } from '../lib/api/query.ts'
import { inputKeys } from '../lib/changes/add-once.ts'
import { refetchSettled, settleChange } from '../lib/changes/refetching.ts'
import { ifMatch, ignoreNotFound, sendChange, toastFailure } from '../lib/changes/send-change.ts'
import { toast, withdrawToast } from '../ui/toast/store.ts'
import { t } from '../ui/translation.ts'

interface ChangeOptions<Variables, Answer> {
  /** Changes of one queue are sent one after another. */
  queue?: string
  /** What it changes: refetched after it, also after a failure, if no announcement will do it. */
  refetch?: readonly QueryKey[]
  before?: (variables: Variables) => Promise<void>
  /** The toast that says what was done. */
  done?: ((variables: Variables, answer: Answer) => string) | undefined
  /** The title of the toast that reports a failure. Without it, the caller reports it. */
  failed?: TextKey | undefined
  onDone?: ((variables: Variables, answer: Answer) => void) | undefined
  onFailed?: (error: Error, variables: Variables) => void
}

/** Makes a change of the server a function. With `failed`, who does not wait for it need not catch its failure. */
export function change<Variables, Answer>(
  send: (variables: Variables) => Promise<Answer>,
  { queue, refetch = [], before, done, failed, onDone, onFailed }: ChangeOptions<Variables, Answer> = {},
): (variables: Variables) => Promise<Answer> {
  return (variables) => {
    const mutation = queryClient.getMutationCache().build<Answer, Error, Variables, unknown>(queryClient, {
      mutationFn: send,
      meta: { refetch },
      ...(queue !== undefined && { scope: { id: queue } }),
      onMutate: before,
      onSuccess(answer) {
        if (failed) withdrawToast(failed)
        if (done) toast({ title: done(variables, answer) })
        onDone?.(variables, answer)
      },
      onError(error) {
        if (failed) toastFailure(t(failed), error, undefined, failed)
        onFailed?.(error, variables)
      },
      onSettled: (_, error) => settleChange(refetch, error),
    })
    const answer = mutation.execute(variables)
    if (failed) answer.catch(() => {})
    return answer
  }
}

interface Listed {
  id: number | string
  version?: number
}
type Body<E extends Endpoint> = NonNullable<Sent<E>['body']>
/** What compiles only with an endpoint whose address needs nothing but the entry's id. */
type OfEntry<E extends Endpoint> = { id: string } extends Sent<E>['params'] ? unknown : never
/** What compiles only with an endpoint whose answer is an entry. */
type Answering<E extends Endpoint, Item> = ResponseOf<E> extends Item ? unknown : never
type WithBody = Endpoint & { body: z.ZodMiniType }

interface Outcome<Item, Input, Answer> {
  /** What the list shows of the entry until the server has decided; taken back if it refuses. */
  now?: (item: Item, input: Input) => Partial<Item>
  /** Puts the answer into the list; by default it is an entry. Null: it does not say what the list contains now. */
  put?: ((items: Item[], answer: Answer, item: Item, input: Input) => Item[]) | null
  done?: (item: Item, answer: Answer) => string
  failed?: TextKey
  onDone?: (item: Item, answer: Answer) => void
  onFailed?: (error: Error) => void
}

/** What compiles only with `put`, unless the answer is an entry. */
type PutUnlessEntry<Item, Answer> = [Answer] extends [Item] ? unknown : { put: unknown }

interface Sending<Item> {
  /** With which the server does it at most once. */
  key: string
  /** The entry as it was last answered: the second of two quick moves starts where the first has ended. */
  current: Item
}

interface ListOptions<Item> {
  read?: (signal: AbortSignal) => Promise<Item[]>
  /** What else its changes change. */
  also?: readonly QueryKey[]
  /** The order, if an added or changed entry may have another place than the last. */
  order?: (one: Item, other: Item) => number
  queue?: string
}

/** A list of the server with functions that change its entries, one after another. An answer is shown at once. */
export function list<Item extends Listed>(area: ChangedArea | QueryKey, options: ListOptions<Item> = {}) {
  const { read, also = [], order } = options
  const queryKey = typeof area === 'string' ? areaKey(area) : area
  const refetch = [queryKey, ...also.filter((other) => other !== queryKey)]
  const queue = options.queue ?? String(queryKey[0])
  type Cached = Item[] | { pages: Item[][] }

  /** Changes what the list shows until it is fetched again; nothing happens before it was fetched. */
  const write = (edit: (items: Item[]) => Item[]) =>
    queryClient.setQueriesData<Cached>(
      { queryKey },
      (data) => data && (Array.isArray(data) ? edit(data) : { ...data, pages: data.pages.map(edit) }),
    )
  const cached = () =>
    queryClient
      .getQueriesData<Cached>({ queryKey })
      .flatMap(([, data]) => (Array.isArray(data) ? data : (data?.pages.flat() ?? [])))
  const find = (id: Item['id']) => cached().find((item) => item.id === id)
  const patch = (id: Item['id'], part: Partial<Item>) =>
    write((items) => items.map((item) => (item.id === id ? { ...item, ...part } : item)))
  /** Replaces an entry, or appends a new one to a whole list: only the server knows its page. */
  function put(saved: Item): void {
    if (find(saved.id)) patch(saved.id, saved)
    else queryClient.setQueriesData<Cached>({ queryKey }, (data) => (Array.isArray(data) ? [...data, saved] : data))
    if (order) write((items) => items.toSorted(order))
  }

  const keys = inputKeys()
  /** Makes a request about an entry a function of the entry, as the page shows it, and of what to do with it. */
  function entryChange<Input = void, Answer = Item>(
    send: (item: Item, input: Input, sent: Sending<Item>) => Promise<Answer>,
    outcome: Outcome<Item, Input, Answer> & PutUnlessEntry<Item, Answer>,
  ) {
    const { now, put: putAnswer, done, onDone, failed, onFailed }: Outcome<Item, Input, Answer> = outcome
    type Variables = { item: Item; input: Input }
    const about = ({ item, input }: Variables) => [item.id, input]
    const made = change<Variables, Answer>(
      ({ item, input }) => {
        const key = keys.keyOf(about({ item, input }))
        // What `now` shows is not the start.
        return send(item, input, { key, current: now ? item : (find(item.id) ?? item) })
      },
      {
        ...{ queue, refetch, failed },
        async before({ item, input }) {
          if (!now) return
          // A response under way would overwrite it, so it is asked for again later.
          if (queryClient.isFetching({ queryKey }) > 0) refetchSettled(queryKey)
          await queryClient.cancelQueries({ queryKey })
          patch(item.id, now(item, input))
        },
        done: done && (({ item }, answer) => done(item, answer)),
        onDone(variables, answer) {
          keys.settle(about(variables))
          if (putAnswer) write((items) => putAnswer(items, answer, variables.item, variables.input))
          else if (putAnswer === undefined) put(answer as unknown as Item)
          onDone?.(variables.item, answer)
        },
        onFailed(error, variables) {
          const { item, input } = variables
          keys.settle(about(variables), error)
          if (now) patch(item.id, pick(item, Object.keys(now(item, input)) as (keyof Item)[]))
          onFailed?.(error)
        },
      },
    )
    return (item: Item, input: Input) => made({ item, input })
  }

  return {
    /** Whether the list is known to have such an entry. */
    has: (isIt: (item: Item) => boolean) => cached().some(isIt),
    write,
    put,
    /** For a change that is not about an entry. */
    inTurn: { queue, refetch },
    use: () => useQuery({ queryKey, queryFn: read && (({ signal }) => read(signal)) }),
    change: entryChange,
    /** Adds an entry, by a key at most once. */
    add<E extends WithBody>(
      endpoint: E & Answering<E, Item>,
      { failed, put: putAnswer }: { failed?: TextKey; put?: (items: Item[], added: Item) => Item[] } = {},
    ) {
      return (input: Body<E>, key: string): Promise<Item> =>
        change(() => sendChange<E>(endpoint, { body: input, headers: { 'Idempotency-Key': key } }) as Promise<Item>, {
          ...{ queue, refetch, failed },
          onDone: (_, added) => (putAnswer ? write((items) => putAnswer(items, added)) : put(added)),
        })(undefined)
    },
    /** Saves changed fields, of an entry with a version only if nobody has changed that. */
    save: <E extends WithBody>(
      endpoint: E & OfEntry<E> & Answering<E, Item>,
      outcome: Outcome<Item, Body<E>, Item> = {},
    ) =>
      entryChange<Body<E>>(
        (item, body) =>
          sendChange<E>(endpoint, {
            params: { id: String(item.id) },
            body,
            headers: item.version === undefined ? {} : ifMatch(item as { version: number }),
          } as never) as Promise<Item>,
        outcome,
      ),
    /** Deletes an entry. It is gone also if somebody else has deleted it. */
    remove: <E extends Endpoint>(endpoint: E & OfEntry<E>, outcome: Outcome<Item, void, unknown>) =>
      entryChange<void, unknown>(
        ({ id }) => ignoreNotFound(sendChange<E>(endpoint, { params: { id: String(id) } } as never)),
        { ...outcome, put: (items, _, { id }) => items.filter((item) => item.id !== id) },
      ),
  }
}

/** Reads the whole list that an endpoint answers. */
export const readAll =
  <E extends Endpoint>(endpoint: E) =>
  (signal: AbortSignal): Promise<ResponseOf<E>> =>
    callApi(endpoint, { signal })

/** What a change answers whose failure a toast reports; undefined if it failed. */
export const reported = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> => answer.catch(() => undefined)

/** For a component that shows that a change is under way, its answer, or what failed. */
export function useRun<Args extends unknown[], Answer>(run: (...args: Args) => Promise<Answer>) {
  const { mutateAsync, ...state } = useMutation({ mutationFn: (args: Args) => run(...args) })
  return {
    ...state,
    run(...args: Args) {
      const answer = mutateAsync(args)
      // Who does not wait for it sees it in `error`.
      answer.catch(() => {})
      return answer
    },
  }
}
