import * as z from 'zod/mini'
import { endpoint } from './base/endpoint.ts'
import { id, isBroken, isoMoment } from './base/fields.ts'

const publicFields = {
  id,
  /** An http(s) URL, the path of one of our own pictures, or empty. */
  imageUrl: z.string(),
  title: z.string(),
  titleRo: z.string(),
  description: z.string(),
  descriptionRo: z.string(),
}

/** The fields of a promotion that guests receive (docs/product/promotions.md#promotions-public). */
export const shownPromotionSchema = z.object(publicFields)
export type ShownPromotion = z.infer<typeof shownPromotionSchema>

export const promotionSchema = z.object({
  ...publicFields,
  /** Whole days of the restaurant's calendar, YYYY-MM-DD, both included. */
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  /** HH:MM by the restaurant's clock, the last minute included; both null for the whole day. */
  startHour: z.nullable(z.string()),
  endHour: z.nullable(z.string()),
  /** 1 (Monday) to 7 (Sunday), in order; the days of the restaurant's calendar on which it is shown. */
  weekdays: z.array(z.int()),
  isActive: z.boolean(),
  order: z.int(),
  createdAt: isoMoment,
  updatedAt: isoMoment,
  isBroken,
})
export type Promotion = z.infer<typeof promotionSchema>

export const getPromotions = endpoint('GET', '/api/promotions', 'public', {
  summary: 'The promotions that guests see at this moment, in their order.',
  response: z.array(shownPromotionSchema),
})

export const getAllPromotions = endpoint('GET', '/api/promotions/all', 'owner', {
  summary: 'All promotions, in their order.',
  response: z.array(promotionSchema),
})
