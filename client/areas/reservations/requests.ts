import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useLocationProperty } from 'wouter/use-browser-location'
import type * as api from '#shared/contracts/reservations.ts'
import { BUSINESS_DAY_START, businessDayOf } from '#shared/domain/time/business-day.ts'
import { callApi } from '../../lib/api/api.ts'
import { areaKey } from '../../lib/api/query.ts'
import { openView } from '../../lib/browser/dashboard.ts'
import { useOwnerChange } from '../../lib/changes/refetching.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { type Dialogs, openDialog } from '../../lib/dialogs/open-dialog.ts'
import { timeZone, useSettings } from '../../lib/settings/settings.ts'

export const reservationsKey = areaKey('reservations')
/** What a change of a reservation changes too: the tables, and what the floor shows of them. */
export const changedByReservations: QueryKey[] = [reservationsKey, areaKey('tables'), ['/api/floor']]

/** Opens one reservation above the page. */
export const openReservation = (shown: Dialogs['reservation']): void => openDialog('reservation', shown)

/* The book is a view of the page, so that the browser's Back leaves it. */
export const openReservations = (): void => openView('reservations')
export const useIsBookOpen = (): boolean =>
  useLocationProperty(() => new URLSearchParams(location.search).get('view') === 'reservations')

/** Returns the business day of a moment, YYYY-MM-DD: the list in which a reservation stands. */
export function useDayOf(): (moment: string | number) => string {
  const { businessDayStart = BUSINESS_DAY_START } = useSettings()
  return (moment) => businessDayOf(new Date(moment), businessDayStart, timeZone)
}

export function useToday(): string {
  return useDayOf()(useServerNow())
}

/** The reservations of some business days, by their time. */
export function useReservations(from: string, to = from, isNeeded = true) {
  return useQuery({
    queryKey: [...reservationsKey, from, to],
    queryFn: ({ signal }) =>
      callApi<typeof api.listReservations>('GET /api/reservations', { query: { from, to }, signal }),
    enabled: isNeeded,
  })
}

/** Those to come that match a name or a number, cancelled ones last. */
export function useFoundReservations(q: string) {
  return useQuery({
    queryKey: [...reservationsKey, 'found', q],
    queryFn: ({ signal }) => callApi<typeof api.listReservations>('GET /api/reservations', { query: { q }, signal }),
    enabled: q !== '',
  })
}

/** Whether the house takes reservations, or some that it took are to come: nothing else is asked for in other houses. */
export function useHasReservations(): boolean {
  const { reservations, reservationsLeft } = useSettings()
  return reservations?.on === true || reservationsLeft === true
}

/** Marks the version that somebody has read as seen; a newer one stays unseen, and is shown. */
export function useSee() {
  return useOwnerChange({
    mutationFn: ({ id, version }: Pick<api.Reservation, 'id' | 'version'>) =>
      sendChange<typeof api.seeReservation>('POST /api/reservations/:id/seen', {
        params: { id: String(id) },
        body: { version },
      }),
    failure: 'common.notChanged',
    refetch: changedByReservations,
  })
}
