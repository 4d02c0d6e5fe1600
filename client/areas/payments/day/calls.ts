import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { closeDay, DAYS_PER_PAGE, type Day, getDay, getOpenDay, listDays } from '#shared/contracts/days.ts'
import { recordTill } from '#shared/contracts/payments.ts'
import { callApi } from '../../../lib/api/api.ts'
import { areaKey, queryClient } from '../../../lib/api/query.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { useAddOnce } from '../../../lib/changes/add-once.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { toastFailure } from '../../../lib/changes/toast-failure.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { serviceKey } from '../../../lib/service/service.ts'
import { i18n } from '../../../ui/index.ts'

/* The days' requests. A CHANGED message refetches all that begins with this key. */
const daysKey = areaKey('days')
const closedKey = (number: number) => [...daysKey, 'closed', number] as const

/** What was taken since the last day's end; fetched each time that it is opened. */
export function useOpenDay() {
  return useQuery({
    queryKey: [...daysKey, 'open'],
    queryFn: ({ signal }) => callApi(getOpenDay, { signal }),
    refetchOnMount: 'always',
  })
}

export function useClosedDay(number: number) {
  return useQuery({
    queryKey: closedKey(number),
    queryFn: ({ signal }) => callApi(getDay, { params: { number: String(number) }, signal }),
  })
}

export function useClosedDays() {
  return useInfiniteQuery({
    queryKey: [...daysKey, 'list'],
    queryFn: ({ pageParam, signal }) =>
      callApi(listDays, { query: { before: pageParam === undefined ? undefined : String(pageParam) }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: Day[]) => (page.length < DAYS_PER_PAGE ? undefined : page.at(-1)?.number),
    select: ({ pages }: InfiniteData<Day[]>) => pages.flat(),
    gcTime: 0,
  })
}

interface Attempt<Body> {
  input: Body
  key: string
}

/** Closes the day once, also if an answer is lost. After `day_changed` the figures are fetched again. */
export function useCloseDay(onClosed: (day: Day) => void) {
  const once = useAddOnce(({ input, key }: Attempt<z.input<typeof closeDay.body>>) =>
    sendChange(closeDay, { body: input, headers: { 'Idempotency-Key': key } }),
  )
  return useOwnerChange({
    mutationFn: async (body: z.input<typeof closeDay.body>) => (await once.addedBefore()) ?? once.add(body),
    onSuccess(day) {
      queryClient.setQueryData(closedKey(day.number), day)
      onClosed(day)
    },
    onError(error) {
      // The count itself says that the figures have changed.
      if (error instanceof RequestError && error.code === 'day_changed') return
      toastFailure(i18n.t('days.closeFailed'), error)
    },
    refetch: [daysKey, serviceKey],
  })
}

export function useRecordTill() {
  return useOwnerChange({
    mutationFn: ({ input, key }: Attempt<z.input<typeof recordTill.body>>) =>
      sendChange(recordTill, { body: input, headers: { 'Idempotency-Key': key } }),
    failure: 'days.tillFailed',
    refetch: [daysKey],
  })
}
