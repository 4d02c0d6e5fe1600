import { type PromotionChange, type PromotionInput, promotionInputSchema } from '#shared/contracts/promotion-editing.ts'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { splitPastMidnight, WEEKDAYS } from '#shared/domain/time/promotion-window.ts'

/** The values of the form's fields. */
export interface PromotionForm {
  title: string
  titleRo: string
  description: string
  descriptionRo: string
  imageUrl: string
  startDate: string
  endDate: string
  startHour: string
  endHour: string
  weekdays: number[]
  isActive: boolean
}
export type PromotionField = keyof PromotionForm

/** How long a new promotion runs, in days. */
const NEW_PROMOTION_DAYS = 30

/** A new promotion: from today for 30 days, all day, every day of the week, active. @param today YYYY-MM-DD, at the restaurant */
export function newPromotion(today: string): PromotionForm {
  return {
    title: '',
    titleRo: '',
    description: '',
    descriptionRo: '',
    imageUrl: '',
    startDate: today,
    endDate: addDays(today, NEW_PROMOTION_DAYS - 1),
    startHour: '',
    endHour: '',
    weekdays: [...WEEKDAYS],
    isActive: true,
  }
}

/** The form's values for a promotion. */
export function formOfPromotion(promotion: Promotion): PromotionForm {
  const { title, titleRo, description, descriptionRo, imageUrl, startDate, endDate, weekdays, isActive } = promotion
  const { startHour, endHour } = promotion
  return {
    ...{ title, titleRo, description, descriptionRo, imageUrl, startDate, endDate, weekdays, isActive },
    startHour: startHour ?? '',
    endHour: endHour ?? '',
  }
}

/** The fields in which two forms differ. */
export function changedFields(a: PromotionForm, b: PromotionForm): PromotionField[] {
  return (Object.keys(a) as PromotionField[]).filter((field) => !isSame(a[field], b[field]))
}

/** The fields of the input that differ from the saved promotion. */
export function changeOfPromotion(input: PromotionInput, saved: Promotion): PromotionChange {
  return Object.fromEntries(
    Object.entries(input).filter(([field, value]) => !isSame(value, saved[field as PromotionField])),
  )
}

// Weekdays are in order and each once, so the same ones are the same text.
const isSame = (a: unknown, b: unknown) => a === b || (Array.isArray(a) && String(a) === String(b))

/** Splits a form with hours past midnight into two promotions, before and after midnight. */
export function splitForm(values: PromotionForm): { before: PromotionForm; after: Partial<PromotionInput> } {
  const [before, after] = splitPastMidnight(values)
  return { before: { ...values, endHour: before.endHour ?? '' }, after }
}

/** Whether both dates of a form are valid, so that the dates of a second promotion can be computed. */
export function hasDays({ startDate, endDate }: Pick<PromotionForm, 'startDate' | 'endDate'>): boolean {
  const { startDate: first, endDate: last } = promotionInputSchema.shape
  return first.safeParse(startDate).success && last.safeParse(endDate).success
}
