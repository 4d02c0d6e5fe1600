import { addDays, type LocalTime, localTime } from '#shared/domain/time/local-time.ts'
import { isShown, nextWeekday, type PromotionWindow } from '#shared/domain/time/promotion-window.ts'

/** The visibility of a promotion at a moment. */
export type PromotionVisibility =
  /** `never`: none of its days is one of its weekdays. */
  | { is: 'off' | 'ended' | 'never' }
  /** `until`: its last minute today, if it has hours. */
  | { is: 'shown'; until: string | null }
  /** When it is shown next; without `time`, from the first minute of the day. */
  | { is: 'later'; day: string; time: string | null; isToday: boolean; isTomorrow: boolean }

/**
 * Whether guests see a promotion, and if not, when they will (docs/product/promotions.md#promotions-standing).
 * @param timeZone the restaurant's, an IANA name
 */
export function promotionVisibility(promotion: PromotionWindow, moment: Date, timeZone: string): PromotionVisibility {
  if (!promotion.isActive) return { is: 'off' }
  if (isShown(promotion, moment, timeZone)) return { is: 'shown', until: promotion.endHour }
  const now = localTime(moment, timeZone)
  if (!nextWeekday(promotion, promotion.startDate)) return { is: 'never' }
  const day = nextWeekday(promotion, firstPossibleDay(promotion, now))
  if (!day) return { is: 'ended' }
  const isTomorrow = day === addDays(now.day, 1)
  return { is: 'later', day, time: promotion.startHour, isToday: day === now.day, isTomorrow }
}

/** The next day on which the promotion would begin to be shown, ignoring its last day and its weekdays. */
function firstPossibleDay({ startDate, startHour }: PromotionWindow, { day, time }: LocalTime): string {
  if (day < startDate) return startDate
  return startHour !== null && time < startHour ? day : addDays(day, 1)
}
