import * as z from 'zod/mini'
import { ALLERGEN_CODES } from '../../domain/menu/allergens.ts'
import type { Nutrient } from '../../domain/menu/nutrients.ts'
import { MAX_DISH_GROUPS } from '../../domain/menu/options.ts'
import { mapValues, pick } from '../../domain/objects.ts'
import { endpoint } from '../base/endpoint.ts'
import { id, idParams, mapped, minorAmount, optionalText, price, singleLine, text, textRule } from '../base/fields.ts'
import { moveSchema, toggleSchema, withoutDefaults } from '../base/lists.ts'
import { weekSchema } from '../hours.ts'
import { imageUrlSchema, MAX_IMAGE_BYTES } from '../pictures.ts'
import { menuCategorySchema, menuItemSchema } from './menu.ts'
import { DISH_FIELDS, type DishField, OPTIONAL_TEXTS, REQUIRED_TEXTS } from './menu-fields.ts'

/* How an owner edits the menu (docs/product/menu.md#menu-items); every guest's page loads `menu.ts` instead. */

export const CATEGORY_NAME_MAX = REQUIRED_TEXTS.category
/** The maximum length of the remark on allergens, in characters. */
const ALLERGENS_MAX = 1000
/** The maximum number of tags of one dish. */
export const TAGS_MAX = 30
const TAKEAWAY_FEE_NAME_MAX = 60
/** The largest takeaway fee, in minor units. */
const TAKEAWAY_FEE_MAX = 100_000
/** The largest nutritional value, in grams or kcal. */
const NUTRIENT_MAX = 100_000

const amount = z.number().check(z.gte(0), z.lte(NUTRIENT_MAX))
const orZero = mapped(z.nullish(amount), (value) => value ?? 0)
const orUnknown = z._default(z.nullable(amount), null)

/** A tag cannot contain the character that separates tags in a CSV. */
export const tagSchema = singleLine(50, 1).check(textRule((value) => !value.includes('|'), 'validation.tag'))

const nutritionInputSchema = z.object({
  ...{ calories: orZero, protein: orZero, carbs: orZero, fat: orZero, fiber: orZero, saturates: orUnknown },
  ...{ sugars: orUnknown, salt: orUnknown },
} satisfies Record<Nutrient, unknown>)

/** An empty text becomes null; an absent one stays absent, whereas `optionalText` would make it null. */
const allergens = mapped(z.nullable(text(ALLERGENS_MAX)), (value) => value || null)

const required = { ...mapValues(REQUIRED_TEXTS, (maxLength) => singleLine(maxLength, 1)), price }
const optional = {
  ...mapValues(OPTIONAL_TEXTS, (maxLength) => z._default(text(maxLength), '')),
  imageUrl: z._default(imageUrlSchema, ''),
  tags: z._default(z.array(tagSchema).check(z.maxLength(TAGS_MAX)), []),
  isActive: z._default(z.boolean(), true),
  allergens,
  allergenCodes: z._default(z.array(z.enum(ALLERGEN_CODES)).check(z.maxLength(ALLERGEN_CODES.length)), []),
  nutritionalValues: z._default(z.nullable(nutritionInputSchema), null),
  allergensChecked: z._default(z.boolean(), false),
}

/** Required fields first: a repeated request is recognized by a hash of the body in this order. */
const REQUIRED = Object.keys(required) as DishField[]
const IN_ORDER = [...REQUIRED, ...DISH_FIELDS.filter((field) => !REQUIRED.includes(field))]
const dishObject = <Shape extends Record<DishField, z.ZodMiniType>>(shape: Shape) =>
  z.object(pick(shape, IN_ORDER) as Shape)

/** The English name is the Romanian one, and follows it, until another is written. */
const nameIsFallback = z.optional(z.boolean())
const servedHours = z.optional(z.nullable(weekSchema))

/** Absent in requests from before options: a default would change the hash by which a repeated request is recognized. */
const optionsInput = {
  optionGroupIds: z.optional(z.array(id).check(z.maxLength(MAX_DISH_GROUPS))),
  isSetMenu: z.optional(z.boolean()),
  servedHours,
  takeawayFee: z.optional(
    z.nullable(
      z.object({
        name: singleLine(TAKEAWAY_FEE_NAME_MAX, 1),
        nameRo: z._default(singleLine(TAKEAWAY_FEE_NAME_MAX), ''),
        amount: minorAmount.check(z.gte(1), z.lte(TAKEAWAY_FEE_MAX)),
        deposit: z._default(z.boolean(), false),
      }),
    ),
  ),
}

/** A dish to be added. Optional fields that are absent get their empty value. */
export const dishInputSchema = z.extend(
  dishObject({ ...required, ...optional, allergens: optionalText(ALLERGENS_MAX) }),
  { ...optionsInput, nameIsFallback },
)
export type DishInput = z.infer<typeof dishInputSchema>

/** The changed fields of a dish; fields that are absent keep their value. */
export const dishChangeSchema = z.extend(z.partial(dishObject({ ...required, ...withoutDefaults(optional) })), {
  ...optionsInput,
  nameIsFallback,
})
export type DishChange = z.infer<typeof dishChangeSchema>

/** A body that may leave the English name out where `nameIsFallback` is true. */
const withFallbackName = <Body extends z.ZodMiniType>(body: Body) =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'object' && value && 'nameIsFallback' in value && value.nameIsFallback === true
        ? { ...value, name: 'nameRo' in value ? value.nameRo : undefined }
        : value,
    ),
    body,
  )

export const createDish = endpoint('POST', '/api/menu', 'owner', {
  scopes: ['menu:write'],
  summary: 'Adds a dish; a category that does not exist is appended. An Idempotency-Key makes it safe to repeat.',
  body: withFallbackName(dishInputSchema),
  stored: 'other',
  status: 201,
  response: menuItemSchema,
})

export const changeDish = endpoint('PATCH', '/api/menu/:id', 'owner', {
  scopes: ['menu:write'],
  summary:
    'Changes the fields of a dish that are sent. With If-Match, a change of another version is rejected (409 dish_changed).',
  params: idParams,
  body: withFallbackName(dishChangeSchema),
  response: menuItemSchema,
})

export const deleteDish = endpoint('DELETE', '/api/menu/:id', 'owner', {
  scopes: ['menu:write'],
  summary: 'Deletes a dish and removes it from shared carts; past orders keep it.',
  params: idParams,
  status: 204,
})

export const toggleDish = endpoint('POST', '/api/menu/:id/toggle', 'owner', {
  scopes: ['menu:write'],
  summary: 'Shows or hides a dish.',
  params: idParams,
  body: toggleSchema,
  response: menuItemSchema,
})

export const moveDish = endpoint('POST', '/api/menu/:id/move', 'owner', {
  scopes: ['menu:write'],
  summary:
    'Moves a dish within its category, up or down by one, or to position `to`; returns the positions of that category. `order` is its position that the caller saw: if it has moved since, the request is rejected (409 place_changed).',
  params: idParams,
  body: moveSchema,
  response: z.array(z.pick(menuItemSchema, { id: true, position: true })),
})
export type DishPosition = z.infer<typeof moveDish.response>[number]

export const setSoldOut = endpoint('POST', '/api/menu/:id/sold-out', 'service', {
  scopes: ['orders:write', 'menu:write'],
  summary:
    'Marks a dish as sold out until the next business day begins, or removes that mark; returns the orders and sessions that contain it.',
  params: idParams,
  body: z.object({ soldOut: z.boolean() }),
  response: z.extend(menuItemSchema, {
    heldBy: z.object({
      orders: z.array(z.object({ id, tableNumber: z.nullable(z.int()) })),
      sessions: z.array(z.object({ tableNumber: z.int() })),
    }),
  }),
})
export type SoldOutResponse = z.infer<typeof setSoldOut.response>

/** The most portions that can be counted of a dish. */
const MAX_PORTIONS = 9_999

export const setPortions = endpoint('POST', '/api/menu/:id/portions', 'service', {
  scopes: ['menu:write'],
  summary:
    'Sets how many portions of a dish are left; orders count them down, and at 0 it is sold out. Null, or the next business day, stops counting.',
  params: idParams,
  body: z.object({ left: z.nullable(z.int().check(z.gte(0), z.lte(MAX_PORTIONS))) }),
  response: menuItemSchema,
})

export const uploadDishImage = endpoint('POST', '/api/menu/:id/image', 'owner', {
  scopes: ['menu:write'],
  summary: 'Stores a picture of a dish; the response contains its URL.',
  params: idParams,
  upload: { file: 'image', maxBytes: MAX_IMAGE_BYTES, tooLarge: 'image_too_large' },
  response: menuItemSchema,
})

const categoryName = singleLine(CATEGORY_NAME_MAX, 1)
const vatRate = z.nullable(
  z.number().check(
    z.gte(0),
    z.lte(100),
    z.refine((rate) => Math.round(rate * 100) / 100 === rate, 'validation.twoDecimals'),
  ),
)

const names = { name: categoryName, nameRo: singleLine(CATEGORY_NAME_MAX) }
const categoryChange = z.partial(z.object({ ...names, stationId: z.nullable(id), vatRate, servedHours }))

export const createCategory = endpoint('POST', '/api/menu/categories', 'owner', {
  scopes: ['menu:write'],
  summary: 'Appends a category; without a station it belongs to the first. An Idempotency-Key makes it safe to repeat.',
  stored: 'other',
  body: z.extend(categoryChange, { name: categoryName, nameRo: z._default(singleLine(CATEGORY_NAME_MAX), '') }),
  status: 201,
  response: menuCategorySchema,
})

export const changeCategory = endpoint('PATCH', '/api/menu/categories/:id', 'owner', {
  scopes: ['menu:write'],
  summary:
    'Changes the names of a category, for all its dishes at once, its station (null for the first), its VAT rate, or its hours.',
  params: idParams,
  body: categoryChange,
  response: menuCategorySchema,
})

export const moveCategory = endpoint('POST', '/api/menu/categories/:id/move', 'owner', {
  scopes: ['menu:write'],
  summary:
    'Moves a category up or down by one, or to position `to`. `order` is its position that the caller saw: if it has moved since, the request is rejected (409 place_changed).',
  params: idParams,
  body: moveSchema,
  response: z.array(menuCategorySchema),
})

export const toggleCategory = endpoint('POST', '/api/menu/categories/:category/toggle', 'owner', {
  scopes: ['menu:write'],
  summary: 'Shows or hides a category. A number is its id, anything else its name.',
  params: z.object({ category: singleLine(CATEGORY_NAME_MAX, 1) }),
  body: toggleSchema,
  response: menuCategorySchema,
})

export const deleteCategory = endpoint('DELETE', '/api/menu/categories/:id', 'owner', {
  scopes: ['menu:write'],
  summary: 'Deletes a category without dishes.',
  params: idParams,
  status: 204,
})

export const removeEmptyCategories = endpoint('POST', '/api/menu/categories/remove-empty', 'owner', {
  scopes: ['menu:write'],
  summary: 'Deletes all categories without dishes, and responds with their number.',
  response: z.object({ removed: z.int() }),
})
