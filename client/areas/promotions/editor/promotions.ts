import * as api from '#shared/contracts/promotion-editing.ts'
import { getAllPromotions, type Promotion } from '#shared/contracts/promotions.ts'
import { type Language, titleIn } from '#shared/domain/language.ts'
import { addDays, type LocalTime, localTime } from '#shared/domain/time/local-time.ts'
import {
  isShown,
  nextWeekday,
  type PromotionTimes,
  type PromotionWindow,
  WEEKDAYS,
} from '#shared/domain/time/promotion-window.ts'
import { formatDay, weekdayName } from '#shared/i18n/format.ts'
import { change, list, readAll } from '../../../kit/changes.ts'
import { inAnsweredOrder, type Where } from '../../../lib/changes/refetching.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { language, t } from '../../../ui/index.ts'

const nameOf = (promotion: Promotion) => titleIn(language, promotion)
const promotions = list<Promotion>('promotions', { read: readAll(getAllPromotions) })

/** The promotions, and what their editor deletes from; it adds and changes by `send`. */
export const promotionList = {
  use: promotions.use,
  draft: 'promotion',
  words: 'promotionEditor' as const,
  nameOf,
  toggle: promotions.change(
    ({ id, isActive }) =>
      sendChange(api.togglePromotion, { params: { id: String(id) }, body: { isActive: !isActive } }),
    { now: ({ isActive }) => ({ isActive: !isActive }), failed: 'promotionEditor.toggleFailed' },
  ),
  /** Moves a promotion from its shown position; the server rejects the move if somebody else has moved it. */
  move: promotions.change(
    ({ id }, where: Where, { current: { order } }) =>
      sendChange(api.movePromotion, { params: { id: String(id) }, body: { ...where, order } }),
    { put: inAnsweredOrder, failed: 'promotionEditor.moveFailed' },
  ),
  /** Sends fields and picture of a promotion in one request: if one is rejected, neither is saved. */
  send: change((send: () => Promise<Promotion>) => send(), {
    ...promotions.inTurn,
    // The list is changed at once: a dialog opened before the refetch would otherwise edit the old promotion.
    onDone: (_, saved) => promotions.put(saved),
  }),
  remove: promotions.remove(api.deletePromotion, {
    done: (promotion) => t('common.deleted', { name: nameOf(promotion) }),
    failed: 'promotionEditor.deleteFailed',
  }),
}

export type PromotionVisibility =
  /** `never`: none of its days is one of its weekdays. */
  | { is: 'off' | 'ended' | 'never' }
  /** `until`: its last minute today, if it has hours. */
  | { is: 'shown'; until: string | null }
  /** When it is shown next; without `time`, from the first minute of the day. */
  | { is: 'later'; day: string; time: string | null; isToday: boolean }

/** Whether guests see a promotion, and if not, when they will (docs/product/promotions.md#promotions-standing). */
export function promotionVisibility(promotion: PromotionWindow, moment: Date, timeZone: string): PromotionVisibility {
  if (!promotion.isActive) return { is: 'off' }
  if (isShown(promotion, moment, timeZone)) return { is: 'shown', until: promotion.endHour }
  const now = localTime(moment, timeZone)
  if (!nextWeekday(promotion, promotion.startDate)) return { is: 'never' }
  const day = nextWeekday(promotion, firstPossibleDay(promotion, now))
  if (!day) return { is: 'ended' }
  return { is: 'later', day, time: promotion.startHour, isToday: day === now.day }
}

/** The next day on which the promotion would begin to be shown, ignoring its last day and its weekdays. */
function firstPossibleDay({ startDate, startHour }: PromotionWindow, { day, time }: LocalTime): string {
  if (day < startDate) return startDate
  return startHour !== null && time < startHour ? day : addDays(day, 1)
}

export function visibilityText(visibility: PromotionVisibility): string {
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
      const { time, isToday } = visibility
      const day = formatDay(visibility.day, language)
      // Only a promotion with hours can begin later today, so `time` is set.
      if (isToday) return t('promotionEditor.standing.today', { time })
      return time ? t('promotionEditor.standing.fromAt', { day, time }) : t('promotionEditor.standing.from', { day })
    }
  }
}

/** The days of a promotion: one day, or the first and the last; a line breaks only between them. */
export function daysText({ startDate, endDate }: Pick<PromotionTimes, 'startDate' | 'endDate'>): string {
  const [first = '', last] = [startDate, endDate].map((day) => formatDay(day, language).replaceAll(' ', '\u00a0'))
  return first === last ? first : `${first}\u00a0– ${last}`
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
export function promotionHours({ startHour, endHour }: Pick<PromotionTimes, 'startHour' | 'endHour'>): string {
  return startHour && endHour ? `${startHour}–${endHour}` : ''
}
