import { type PromotionChange, type PromotionInput, promotionInputSchema } from '#shared/contracts/promotion-editing.ts'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { splitPastMidnight } from '#shared/domain/time/promotion-window.ts'

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

/** The form's values for a promotion. */
export function formOfPromotion(promotion: Promotion): PromotionForm {
  const fields = Object.keys(newPromotion('')) as PromotionField[]
  return Object.fromEntries(fields.map((field) => [field, promotion[field] ?? ''])) as unknown as PromotionForm
}

/** The fields in which two forms differ. */
export function changedFields(a: PromotionForm, b: PromotionForm): PromotionField[] {
  return (Object.keys(a) as PromotionField[]).filter((field) => a[field] !== b[field])
}

/** The fields of the input that differ from the saved promotion. */
export function changeOfPromotion(input: PromotionInput, saved: Promotion): PromotionChange {
  return Object.fromEntries(Object.entries(input).filter(([field, value]) => value !== saved[field as PromotionField]))
}

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
