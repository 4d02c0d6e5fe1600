import type { PublishedDish } from '#shared/contracts/menu/menu.ts'
import type { Orderable } from '#shared/domain/menu/filter.ts'
import { localTime, weekdayOf } from '#shared/domain/time/local-time.ts'
import { isServedAt, nextServed, type WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { hoursText, weekdayName } from '#shared/i18n/format.ts'
import { language, t } from '../../ui/translation.ts'

/** The dishes, of which those that are not served at a moment say when they are; the others stay as they are. */
export function withNotNow<Dish extends PublishedDish>(
  items: readonly (Dish & Pick<Orderable, 'notNow'>)[],
  now: Date,
  timeZone: string,
): (Dish & Pick<Orderable, 'notNow'>)[] {
  const texts = new Map<string, string | undefined>()
  return items.map((item) => {
    const hours = item.servedHours ?? item.categoryServedHours
    // Many dishes have the same hours.
    const key = JSON.stringify(hours ?? null)
    if (!texts.has(key)) texts.set(key, hours ? textOutside(hours, now, timeZone) : undefined)
    const notNow = texts.get(key)
    return notNow === item.notNow ? item : { ...item, notNow }
  })
}

function textOutside(hours: readonly WeeklyHours[], now: Date, timeZone: string): string | undefined {
  if (isServedAt(hours, now, timeZone)) return undefined
  const next = nextHoursText(hours, now, timeZone)
  return next === '' ? t('menu.soldOutToday') : t('menu.served', { hours: next })
}

/** The hours of today, or else of the next day that has some, with its name; empty if there are none. */
function nextHoursText(hours: readonly WeeklyHours[], now: Date, timeZone: string): string {
  const next = nextServed(hours, now, timeZone)
  const [first] = next
  if (!first) return ''
  const isToday = first.day === weekdayOf(localTime(now, timeZone).day)
  return (isToday ? '' : `${weekdayName(first.day, 'short', language)} `) + hoursText(next)
}
