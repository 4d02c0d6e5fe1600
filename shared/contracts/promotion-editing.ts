import * as z from 'zod/mini'
import { isTimeOfDay, WEEKDAYS, windowIssues } from '../domain/time/promotion-window.ts'
import { endpoint } from './base/endpoint.ts'
import { idParams, mapped, sentDayOrMoment, singleLine, text } from './base/fields.ts'
import { moveSchema, toggleSchema, withoutDefaults } from './base/lists.ts'
import { imageUrlSchema, MAX_IMAGE_BYTES } from './pictures.ts'
import { promotionSchema } from './promotions.ts'

/* How owners edit promotions (docs/product/promotions.md#promotions-edit); guests' pages load `promotions.ts`. */

/** The maximum length of a title, in characters. A long one is cut in the carousel, and complete in its tooltip. */
const PROMOTION_TITLE_MAX = 120
const PROMOTION_DESCRIPTION_MAX = 500

const titleText = (requiredMessage: string) => singleLine(PROMOTION_TITLE_MAX, 1, requiredMessage)
const descriptionText = (requiredMessage: string) => text(PROMOTION_DESCRIPTION_MAX, 1, requiredMessage)

/** A time, HH:MM; an empty string becomes null, undefined stays undefined. */
const isTime = z.refine<string>((value) => value === '' || isTimeOfDay(value), 'validation.promotionTime')
const timeOfDay = mapped(
  z.nullable(z.string('validation.promotionTime').check(z.trim(), isTime)),
  (value) => value || null,
)

const weekdaysMessage = 'validation.promotionWeekdays'
const numberIn = (text: string) => (/^ *\d *$/.test(text) ? Number(text) : text)
/** Days of the week, in order and each once; a multipart form sends them as text, such as "1,2,5". */
const weekdaysSchema = z.pipe(
  z.pipe(
    z.union([z.string(), z.array(z.unknown())], weekdaysMessage),
    z.transform((sent) => [...new Set(typeof sent === 'string' ? sent.split(',').map(numberIn) : sent)].sort()),
  ),
  z.custom<number[]>(
    (weekdays: unknown[]) => weekdays.length > 0 && weekdays.every((weekday) => WEEKDAYS.includes(weekday as number)),
    { error: weekdaysMessage, abort: false },
  ),
)

/** Checked together with the fields' own rules, so that all issues are reported at once. */
const windowRules = z.check<{
  startDate?: string | undefined
  endDate?: string | undefined
  startHour?: string | null | undefined
  endHour?: string | null | undefined
}>(({ value, issues }) => {
  for (const [field, message] of windowIssues(value))
    issues.push({ code: 'custom', path: [field], message, input: value })
})
// Zod would otherwise skip this check once a field is invalid.
windowRules._zod.def.when = ({ value }) => typeof value === 'object' && value !== null

/** Those of a promotion to be added; those with a default may be absent. */
const fields = {
  title: titleText('validation.promotionTitle'),
  titleRo: titleText('validation.promotionTitleRo'),
  description: descriptionText('validation.promotionDescription'),
  descriptionRo: descriptionText('validation.promotionDescriptionRo'),
  startDate: sentDayOrMoment,
  endDate: sentDayOrMoment,
  imageUrl: z._default(imageUrlSchema, ''),
  startHour: z._default(timeOfDay, null),
  endHour: z._default(timeOfDay, null),
  weekdays: z._default(weekdaysSchema, [...WEEKDAYS]),
  isActive: z._default(z.boolean(), true),
}

export const promotionInputSchema = z.object(fields).check(windowRules)
export type PromotionInput = z.infer<typeof promotionInputSchema>

export const promotionChangeSchema = z.partial(z.object(withoutDefaults(fields))).check(windowRules)
export type PromotionChange = z.infer<typeof promotionChangeSchema>

const upload = { file: 'image', maxBytes: MAX_IMAGE_BYTES, tooLarge: 'promotion_image_too_large' } as const
/** A boolean in a multipart form, where every field is text: `true` or `false`. */
const formBoolean = mapped(z.enum(['true', 'false'], 'validation.yesOrNo'), (value) => value === 'true')

export const createPromotion = endpoint('POST', '/api/promotions', 'owner', {
  summary: 'Appends a promotion, with its picture. An Idempotency-Key makes it safe to repeat.',
  upload,
  body: z.object({ ...fields, isActive: z._default(formBoolean, true) }).check(windowRules),
  stored: 'other',
  status: 201,
  response: promotionSchema,
})

/** The fields as JSON; the multipart parser has parsed it already if the part's content type is application/json. */
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

export const changePromotion = endpoint('PATCH', '/api/promotions/:id', 'owner', {
  summary: 'Changes a promotion: `data` is JSON of the fields that change, `image` its new picture.',
  params: idParams,
  upload,
  body: z.pipe(dataField, promotionChangeSchema),
  response: promotionSchema,
})

export const togglePromotion = endpoint('POST', '/api/promotions/:id/toggle', 'owner', {
  summary: 'Switches a promotion on or off.',
  params: idParams,
  body: toggleSchema,
  response: promotionSchema,
})

export const movePromotion = endpoint('POST', '/api/promotions/:id/move', 'owner', {
  summary:
    'Moves a promotion up or down by one, or to position `to`. Rejected (409 place_changed) if its position is no longer `order`.',
  params: idParams,
  body: moveSchema,
  response: z.array(promotionSchema),
})

export const deletePromotion = endpoint('DELETE', '/api/promotions/:id', 'owner', {
  summary: 'Deletes a promotion; the following ones move up by one position.',
  params: idParams,
  status: 204,
})
