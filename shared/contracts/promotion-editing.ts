import * as z from 'zod/mini'
import { isHour, windowIssues } from '../domain/time/promotion-window.ts'
import { endpoint } from './base/endpoint.ts'
import { idParam, text } from './base/fields.ts'
import { moveSchema, toggleSchema } from './base/lists.ts'
import { imageUrlSchema, MAX_IMAGE_BYTES } from './pictures.ts'
import { promotionSchema } from './promotions.ts'

/*
 * The calls by which an owner edits promotions (docs/product/promotions.md#promotions-edit). They are not in `promotions.ts`,
 * which every guest's page loads.
 */

/** More characters than the carousel can show on any screen; it shows the whole text in a tooltip. */
export const PROMOTION_TITLE_MAX = 120
export const PROMOTION_DESCRIPTION_MAX = 500
/** The days that a promotion can have, YYYY-MM-DD. */
export const PROMOTION_DAYS = { first: '2000-01-01', last: '2999-12-31' }

const title = (required: string) => text(PROMOTION_TITLE_MAX, 1, required)
const description = (required: string) => text(PROMOTION_DESCRIPTION_MAX, 1, required)

const [isoDay, isoMomentAnywhere] = [z.iso.date(), z.iso.datetime({ offset: true })]
const isInReach = (typed: string) =>
  typed.slice(0, 10) >= PROMOTION_DAYS.first && typed.slice(0, 10) <= PROMOTION_DAYS.last

/** A day, YYYY-MM-DD; a moment means the day it falls on at the restaurant. Not a union, because forms would show the messages of its parts. */
const day = z
  .string('validation.date')
  .check(
    z.refine(
      (typed) => (isoDay.safeParse(typed).success || isoMomentAnywhere.safeParse(typed).success) && isInReach(typed),
      'validation.date',
    ),
  )

/** A time, HH:MM; an empty string becomes null, undefined stays undefined. */
const hour = z.pipe(
  z.nullable(
    z.string('validation.promotionTime').check(
      z.trim(),
      z.refine((typed) => typed === '' || isHour(typed), 'validation.promotionTime'),
    ),
  ),
  z.transform((value) => value || null),
)

const required = {
  title: title('validation.promotionTitle'),
  titleRo: title('validation.promotionTitleRo'),
  description: description('validation.promotionDescription'),
  descriptionRo: description('validation.promotionDescriptionRo'),
  startDate: day,
  endDate: day,
}

/** Checked together with the fields' own rules, so that all issues are reported at once. */
const window = z.check<{
  startDate?: string | undefined
  endDate?: string | undefined
  startHour?: string | null | undefined
  endHour?: string | null | undefined
}>(({ value, issues }) => {
  for (const { field, rule } of windowIssues(value)) {
    issues.push({ code: 'custom', path: [field], message: `validation.${rule}`, input: value })
  }
})
window._zod.def.when = ({ value }) => typeof value === 'object' && value !== null

const withDefaults = {
  ...required,
  imageUrl: z._default(imageUrlSchema, ''),
  startHour: z._default(hour, null),
  endHour: z._default(hour, null),
}

/** A promotion as an owner writes it. */
export const promotionInputSchema = z.object({ ...withDefaults, isActive: z._default(z.boolean(), true) }).check(window)
export type PromotionInput = z.infer<typeof promotionInputSchema>

/** The body of a change: only the fields to change; absent fields keep their values. */
export const promotionChangeSchema = z
  .partial(z.object({ ...required, imageUrl: imageUrlSchema, startHour: hour, endHour: hour, isActive: z.boolean() }))
  .check(window)
export type PromotionChange = z.infer<typeof promotionChangeSchema>

const upload = { file: 'image', maxBytes: MAX_IMAGE_BYTES, tooLarge: 'promotion_image_too_large' } as const
const params = z.object({ id: idParam })

/** A form's fields are text. */
const typedBoolean = z.pipe(
  z.enum(['true', 'false'], 'validation.yesOrNo'),
  z.transform((typed) => typed === 'true'),
)

export const createPromotion = endpoint({
  method: 'POST',
  path: '/api/promotions',
  access: 'owner',
  says: 'Appends a promotion, with its picture. An Idempotency-Key makes it safe to repeat.',
  upload,
  body: z.object({ ...withDefaults, isActive: z._default(typedBoolean, true) }).check(window),
  status: 201,
  answer: promotionSchema,
})

/** The fields as JSON; already parsed if the part has that content type. */
const dataField = z.pipe(
  z.object({ data: z._default(z.unknown(), '{}') }),
  z.transform(({ data }): unknown => {
    try {
      return typeof data === 'string' ? JSON.parse(data) : data
    } catch {
      return data
    }
  }),
)

export const changePromotion = endpoint({
  method: 'PATCH',
  path: '/api/promotions/:id',
  access: 'owner',
  says: 'Changes a promotion: `data` is JSON of the fields that change, `image` its new picture.',
  params,
  upload,
  body: z.pipe(dataField, promotionChangeSchema),
  answer: promotionSchema,
})

export const togglePromotion = endpoint({
  method: 'POST',
  path: '/api/promotions/:id/toggle',
  access: 'owner',
  says: 'Switches a promotion on or off.',
  params,
  body: toggleSchema,
  answer: promotionSchema,
})

export const movePromotion = endpoint({
  method: 'POST',
  path: '/api/promotions/:id/move',
  access: 'owner',
  says: 'Moves a promotion up or down by one, or to a place; `order` is the place where the caller saw it.',
  params,
  body: moveSchema,
  answer: z.array(promotionSchema),
})

export const deletePromotion = endpoint({
  method: 'DELETE',
  path: '/api/promotions/:id',
  access: 'owner',
  says: 'Deletes a promotion; those behind it move up.',
  params,
  status: 204,
})
