import { type LocalTime, localTime } from '#shared/domain/time/local-time.ts'
import { t } from '../../ui/translation.ts'
import { serverNow } from '../clock/server-clock.ts'
import { timeZone, useHours } from './settings.ts'

const DAY_MS = 24 * 60 * 60_000

/** Until when the restaurant is open, as a short line; undefined while it is closed, and if it has no hours. */
export function useOpenUntil(): string | undefined {
  const until = useHours()?.until
  const isElsewhere = useTimesNote() !== undefined
  if (!until) return undefined
  // Around the clock, it closes where the server has stopped looking.
  if (Date.parse(until) - serverNow() > DAY_MS) return t('menu.hours.openNow')
  const { time } = localTime(new Date(until), timeZone)
  return t(isElsewhere ? 'menu.hours.openUntilThere' : 'menu.hours.openUntil', { time })
}

/** Says on a phone in another time zone that all hours are the restaurant's; else undefined. */
export function useTimesNote(): string | undefined {
  const now = new Date()
  const there = localTime(now, timeZone)
  return isSameHere(now, there) ? undefined : t('menu.hours.restaurantTime')
}

/** Whether the phone's clock shows the restaurant's time. Without Intl, which refuses a phone's unknown time zone. */
export function isSameHere(now: Date, { day, time }: LocalTime): boolean {
  const here = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString()
  return here.startsWith(`${day}T${time}`)
}
