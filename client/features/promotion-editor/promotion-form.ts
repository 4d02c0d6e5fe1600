import { type PromotionChange, type PromotionInput, promotionInputSchema } from '#shared/contracts/promotion-editing.ts'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { splitPastMidnight } from '#shared/domain/promotion-window.ts'

/** A promotion as the form's fields hold it. */
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
  isActive: boolean
}
export type PromotionField = keyof PromotionForm

/** A new promotion: today, all day, active. @param today YYYY-MM-DD, at the restaurant */
export function newPromotion(today: string): PromotionForm {
  return {
    title: '',
    titleRo: '',
    description: '',
    descriptionRo: '',
    imageUrl: '',
    startDate: today,
    endDate: today,
    startHour: '',
    endHour: '',
    isActive: true,
  }
}

/** What the fields show of a promotion. */
export function formOfPromotion(promotion: Promotion): PromotionForm {
  const fields = Object.keys(newPromotion('')) as PromotionField[]
  return Object.fromEntries(fields.map((field) => [field, promotion[field] ?? ''])) as unknown as PromotionForm
}

/** The fields in which two forms differ. */
export function changedFields(one: PromotionForm, other: PromotionForm): PromotionField[] {
  return (Object.keys(one) as PromotionField[]).filter((field) => one[field] !== other[field])
}

/** What of a promotion is to be changed. */
export function changeOfPromotion(input: PromotionInput, before: Promotion): PromotionChange {
  return Object.fromEntries(Object.entries(input).filter(([field, value]) => value !== before[field as PromotionField]))
}

/** Hours past midnight in a form, as the two promotions that are made of them. */
export function twoOf(typed: PromotionForm): { before: PromotionForm; after: Partial<PromotionInput> } {
  const [before, after] = splitPastMidnight(typed)
  return { before: { ...typed, endHour: before.endHour ?? '' }, after }
}

/** Whether both days of a form are days, so that it can be said which days the second of two would have. */
export function hasDays({ startDate, endDate }: Pick<PromotionForm, 'startDate' | 'endDate'>): boolean {
  const { startDate: first, endDate: last } = promotionInputSchema.shape
  return first.safeParse(startDate).success && last.safeParse(endDate).success
}
