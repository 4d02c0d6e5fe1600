import { useQuery } from '@tanstack/react-query'
import type { ListedReservation, listReservations, Reservation } from '#shared/contracts/reservations.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { BUSINESS_DAY_START, businessDayOf } from '#shared/domain/time/business-day.ts'
import { whichRun } from '#shared/domain/time/doubled-time.ts'
import { localTime, weekdayOf } from '#shared/domain/time/local-time.ts'
import { shortDate, weekdayName } from '#shared/i18n/format.ts'
import { callApi } from '../../lib/api/api.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { language, t } from '../../ui/translation.ts'
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

/** What a guest has done, and when how many come: on another day with its weekday. */
export function newsText(
  reservation: Reservation,
  { timeZone, businessDayStart = BUSINESS_DAY_START }: Pick<Settings, 'timeZone' | 'businessDayStart'>,
) {
  const { status, version, name, party, at } = reservation
  const isNew = version === 1
  const what = isAsked(reservation) ? 'asks' : status === 'cancelled' ? 'cancelled' : isNew ? 'reserved' : 'changed'
  // By the business day, as in the book: at half past midnight, "20:30" would be this evening's.
  const [day, today] = [new Date(at), serverDate()].map((date) => businessDayOf(date, businessDayStart, timeZone))
  const time = localTime(new Date(at), timeZone).time + whichRun(at, timeZone, language)
  const date = day && day !== today && `${weekdayName(weekdayOf(day), 'short', language)} ${shortDate(day, language)}`
  return {
    title: t(`floor.reservation.${what}`, { name }),
    details: [[date, time].filter(Boolean).join(' '), t('orders.guests', { count: party })],
  }
}
