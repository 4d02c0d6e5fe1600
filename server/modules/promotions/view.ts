import type { Promotion, ShownPromotion } from '#shared/contracts/promotions.ts'
import type { PromotionRow } from './repo.ts'

/** Returns what everybody may see of a promotion: everything but when it runs. */
export function shownView(row: PromotionRow): ShownPromotion {
  const { id, imageUrl, title, titleRo, description, descriptionRo } = row
  return { id, imageUrl, title, titleRo, description, descriptionRo }
}

/** Returns what an owner may see of a promotion. */
export function promotionView(row: PromotionRow): Promotion {
  const { startDate, endDate, startHour, endHour, weekdays, isActive, order, createdAt, updatedAt } = row
  return {
    ...shownView(row),
    startDate,
    endDate,
    startHour,
    endHour,
    weekdays,
    isActive,
    order,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
