import type { TFunction } from 'i18next'
import type { Language } from '#shared/domain/language.ts'
import type { PromotionTimes } from '#shared/domain/promotion-window.ts'
import { formatDay } from '../../lib/words/format.ts'
import type { PromotionVisibility } from './promotion-visibility.ts'

/** Formats a promotion's visibility as a short text. */
export function visibilityText(standing: PromotionVisibility, t: TFunction, language: Language): string {
  switch (standing.is) {
    case 'off':
    case 'ended':
      return t(`promotionEditor.standing.${standing.is}`)
    case 'shown':
      return standing.until === null
        ? t('promotionEditor.standing.shown')
        : t('promotionEditor.standing.shownUntil', { time: standing.until })
    case 'later': {
      const { time, isToday, isTomorrow } = standing
      const day = formatDay(standing.day, language)
      // Without hours it is shown all day or not at all.
      if (isToday) return t('promotionEditor.standing.today', { time })
      if (isTomorrow)
        return time ? t('promotionEditor.standing.tomorrowAt', { time }) : t('promotionEditor.standing.tomorrow')
      return time ? t('promotionEditor.standing.fromAt', { day, time }) : t('promotionEditor.standing.from', { day })
    }
  }
}

export function daysText({ startDate, endDate }: PromotionTimes, language: Language): string {
  const [first, last] = [formatDay(startDate, language), formatDay(endDate, language)]
  return first === last ? first : `${first} – ${last}`
}

/** Empty for a whole day. */
export function hoursText({ startHour, endHour }: PromotionTimes): string {
  return startHour && endHour ? `${startHour}–${endHour}` : ''
}
