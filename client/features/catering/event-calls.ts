import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type CateringEvent,
  changeEvent,
  createEvent,
  EVENTS_PER_PAGE,
  type EventRequest,
  getProposal,
  listEvents,
} from '#shared/contracts/catering.ts'
import { getMenu } from '#shared/contracts/menu.ts'
import type { EventStatus } from '#shared/domain/event-status.ts'
import type { Language } from '#shared/domain/language.ts'
import { ANSWER_WITHIN_MS } from '../../lib/api/answer-within.ts'
import { addressOf, callApi } from '../../lib/api/api.ts'
import { areaKey } from '../../lib/api/area-key.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { toast } from '../../ui/toast/store.ts'

/** All that is fetched of events is kept under this. */
export const eventsKey = areaKey('events')

export function useEvents() {
  return useInfiniteQuery({
    queryKey: eventsKey,
    queryFn: ({ pageParam, signal }) => callApi(listEvents, { query: { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < EVENTS_PER_PAGE ? undefined : String(page.at(-1)?.id)),
    select: ({ pages }: InfiniteData<CateringEvent[]>) => pages.flat(),
  })
}

/** All dishes, hidden ones too: the same copy as the menu tab's, fetched again when the menu has changed. */
export function useDishes() {
  return useQuery({ queryKey: [getMenu.path], queryFn: ({ signal }) => callApi(getMenu, { signal }) })
}

/** Sets the status of an event; each choice is sent after the one before. */
export function useEventStatus({ id }: Pick<CateringEvent, 'id'>) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `event-${id}` },
    mutationFn: (status: EventStatus) =>
      callApi(changeEvent, { params: { id: String(id) }, body: { status }, timeout: ANSWER_WITHIN_MS }),
    onSuccess: (changed) => showEvent(queryClient, changed),
    onError: (error) =>
      toast({ variant: 'destructive', title: t('catering.statusFailed'), description: errorMessage(error) }),
    // After a refusal too: what is shown may be old.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: eventsKey }),
  })
}

function showEvent(queryClient: QueryClient, changed: CateringEvent): void {
  queryClient.setQueryData<InfiniteData<CateringEvent[]>>(
    eventsKey,
    (shown) =>
      shown && {
        ...shown,
        pages: shown.pages.map((page) => page.map((one) => (one.id === changed.id ? changed : one))),
      },
  )
}

/** An event to be kept, under a key that makes it one however often it is sent. */
export interface ProposalAttempt {
  request: EventRequest
  key: string
}

export function sendProposal({ request, key }: ProposalAttempt): Promise<CateringEvent> {
  return callApi(createEvent, { body: request, headers: { 'Idempotency-Key': key }, timeout: ANSWER_WITHIN_MS })
}

/** What is asked for: the proposal of an event, as a PDF in this language. */
export const proposalCall = ({ id }: Pick<CateringEvent, 'id'>, language: Language) => ({
  params: { id: String(id) },
  query: { language },
})

/** Where that PDF is. */
export function proposalAddress(event: Pick<CateringEvent, 'id'>, language: Language): string {
  return addressOf(getProposal, proposalCall(event, language))
}
