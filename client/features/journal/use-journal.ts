import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import type { Answer } from '#shared/contracts/base/endpoint.ts'
import { getJournal } from '#shared/contracts/journal.ts'
import { callApi } from '../../lib/api/api.ts'

type Page = Answer<typeof getJournal>

/** The newest entries, and older ones on request; refetched each time the journal is opened. */
export function useJournal() {
  return useInfiniteQuery({
    queryKey: [getJournal.path],
    queryFn: ({ pageParam, signal }) =>
      callApi(getJournal, { query: { before: pageParam === undefined ? undefined : String(pageParam) }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ before }: Page) => before ?? undefined,
    select: ({ pages }: InfiniteData<Page>) => pages.flatMap(({ entries }) => entries),
    // Drop the pages when the journal is closed: one page is enough when it is opened again.
    gcTime: 0,
  })
}
