import type { PublishedDish } from '#shared/contracts/menu/menu.ts'
import { offerAt } from '#shared/domain/menu/offers.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { shortDate } from '#shared/i18n/format.ts'
import { language, t } from '../../ui/translation.ts'
import type { ShownOffer } from '../prices/index.ts'

/** The dishes without the offers that have ended, and with the end of the others in words; equal ones stay as they are. */
export function withOffers<Dish extends PublishedDish>(items: readonly Dish[], now: Date, timeZone: string): Dish[] {
  return items.map((item) => {
    if (!item.offer) return item
    const offer: ShownOffer | null = offerAt(item.offer, now)
    const ends = offer?.until ? endText(offer.until, now, timeZone) : undefined
    return offer && offer.ends === ends ? item : { ...item, offer: offer && { ...offer, ends } }
  })
}

function endText(until: string, now: Date, timeZone: string): string {
  const end = new Date(until)
  const { time } = localTime(end, timeZone)
  // Midnight ends the day before.
  const { day } = localTime(new Date(end.getTime() - 1), timeZone)
  const isToday = day === localTime(now, timeZone).day
  const parts = isToday ? [] : [shortDate(day, language)]
  if (time !== '00:00') parts.push(time)
  return t('menu.until', { time: parts.join(', ') || '24:00' })
}
