import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { getPickup } from '#shared/contracts/hours.ts'
import { whichRun } from '#shared/domain/time/doubled-time.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { dayWords } from '#shared/i18n/format.ts'
import { language, t } from '../../ui/translation.ts'
import { callApi } from '../api/api.ts'
import { useServerNow } from '../clock/server-clock.ts'
import { isSameHere } from './hours-line.ts'
import { timeZone } from './settings.ts'

/** The times of a date, or of the first one that has some; fetched anew whenever they come into sight. */
export function usePickup(date: string | undefined) {
  return useQuery({
    queryKey: ['/api/pickup', date],
    queryFn: ({ signal }) => callApi<typeof getPickup>('GET /api/pickup', { query: { date }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** When an order is picked up, as guests read it: `today at 20:15`, by the restaurant's clock. */
export function usePickupWords() {
  const today = localTime(new Date(useServerNow()), timeZone).day
  return (at: string) => {
    const { day, time: shown } = localTime(new Date(at), timeZone)
    const time = shown + whichRun(at, timeZone, language)
    const name = dayWords(day, today, language)
    return { day: name, time, isToday: day === today, text: t('checkout.pickup.at', { day: name, time }) }
  }
}

/** Says to a phone in another time zone that the times are the restaurant's. */
export function RestaurantTime({ className }: { className?: string }) {
  const now = new Date(useServerNow())
  const there = localTime(now, timeZone)
  if (isSameHere(now, there)) return null
  return <p className={className}>{t('checkout.pickup.restaurantTime', { time: there.time })}</p>
}
