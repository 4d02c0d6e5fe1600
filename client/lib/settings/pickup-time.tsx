import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { getPickup } from '#shared/contracts/hours.ts'
import type { Language } from '#shared/domain/language.ts'
import { whichRun } from '#shared/domain/time/doubled-time.ts'
import { localTime, weekdayOf } from '#shared/domain/time/local-time.ts'
import { shortDate, weekdayName } from '#shared/i18n/format.ts'
import { language, t } from '../../ui/translation.ts'
import { callApi } from '../api/api.ts'
import { useServerNow } from '../clock/server-clock.ts'
import { isSameHere } from './hours-line.ts'
import { timeZone } from './settings.ts'

const DAY_MS = 24 * 60 * 60_000

/** A day, YYYY-MM-DD, as people say it: `today`, `tomorrow`, `Saturday`; from a week ahead on also with its date. */
export function dayWords(day: string, today: string, language: Language, weekday: 'short' | 'long' = 'long'): string {
  const days = (Date.parse(day) - Date.parse(today)) / DAY_MS
  if (days === 0 || days === 1) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
  const name = weekdayName(weekdayOf(day), weekday, language)
  return weekday === 'short' || (days > 0 && days < 7) ? name : `${name}, ${shortDate(day, language)}`
}

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
