import type { TFunction } from 'i18next'
import type { Language } from '#shared/domain/language.ts'
import { type PromotionTimes, WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { formatDay, weekdayName } from '../../../lib/words/format.ts'
import type { PromotionVisibility } from './promotion-visibility.ts'

/** Formats a promotion's visibility as a short text. */
export function visibilityText(visibility: PromotionVisibility, t: TFunction, language: Language): string {
  switch (visibility.is) {
    case 'off':
    case 'ended':
    case 'never':
      return t(`promotionEditor.standing.${visibility.is}`)
    case 'shown':
      return visibility.until === null
        ? t('promotionEditor.standing.shown')
        : t('promotionEditor.standing.shownUntil', { time: visibility.until })
    case 'later': {
      const { time, isToday, isTomorrow } = visibility
      const day = formatDay(visibility.day, language)
      // Only a promotion with hours can begin later today, so `time` is set.
      if (isToday) return t('promotionEditor.standing.today', { time })
      if (isTomorrow)
        return time ? t('promotionEditor.standing.tomorrowAt', { time }) : t('promotionEditor.standing.tomorrow')
      return time ? t('promotionEditor.standing.fromAt', { day, time }) : t('promotionEditor.standing.from', { day })
    }
  }
}

/** The days of a promotion: one day, or the first and the last. */
export function daysText(
  { startDate, endDate }: Pick<PromotionTimes, 'startDate' | 'endDate'>,
  language: Language,
): string {
  const [first, last] = [formatDay(startDate, language), formatDay(endDate, language)]
  return first === last ? first : `${first} – ${last}`
}

/** The weekdays of a promotion, such as Mon, Wed, Fri or Mon–Fri; empty for all seven. */
export function weekdaysText({ weekdays }: Pick<PromotionTimes, 'weekdays'>, language: Language): string {
  if (weekdays.length === WEEKDAYS.length) return ''
  const name = (weekday: number) => weekdayName(weekday, 'short', language)
  const [first = 0, last = 0] = [weekdays[0], weekdays.at(-1)]
  const isRange = weekdays.length > 2 && last - first === weekdays.length - 1
  return isRange ? `${name(first)}–${name(last)}` : weekdays.map(name).join(', ')
}

/** The hours of a promotion, such as 12:00–16:00; empty for a whole day. */
export function hoursText({ startHour, endHour }: Pick<PromotionTimes, 'startHour' | 'endHour'>): string {
  return startHour && endHour ? `${startHour}–${endHour}` : ''
}
