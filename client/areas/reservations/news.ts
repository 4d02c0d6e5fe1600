import { useQuery } from '@tanstack/react-query'
import type { ListedReservation, listReservations, Reservation } from '#shared/contracts/reservations.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { callApi } from '../../lib/api/api.ts'
import { t } from '../../ui/translation.ts'
import { pickupText } from '../orders/index.ts'
import { reservationsKey, useHasReservations } from './requests.ts'

/* What guests have asked, changed or cancelled and nobody has seen (docs/product/reservations.md#reservations-news). */

const NONE: readonly ListedReservation[] = []

/** Those to come that the house has to answer, then those that nobody has seen; also after reservations were switched off. */
export function useReservationNews(): readonly ListedReservation[] {
  const { data = NONE } = useQuery({
    queryKey: [...reservationsKey, 'waiting'],
    queryFn: ({ signal }) =>
      callApi<typeof listReservations>('GET /api/reservations', { query: { waiting: 'true' }, signal }),
    enabled: useHasReservations(),
  })
  return data
}

export const isAsked = ({ status }: Pick<Reservation, 'status'>): boolean => status === 'asked'

/** What a guest has done, and when how many come. */
export function newsText(reservation: Reservation, settings: Pick<Settings, 'timeZone'>) {
  const { status, version, name, party, at } = reservation
  const isNew = version === 1
  const what = isAsked(reservation) ? 'asks' : status === 'cancelled' ? 'cancelled' : isNew ? 'reserved' : 'changed'
  return {
    title: t(`floor.reservation.${what}`, { name }),
    details: [pickupText(t, at, settings), t('orders.guests', { count: party })],
  }
}
