import * as z from 'zod/mini'
import { ALLERGEN_CODES } from '../../domain/menu/allergens.ts'
import { endpoint } from '../base/endpoint.ts'
import { id, isBroken, isoMoment, minorAmount, price, sentMoment } from '../base/fields.ts'
import { weeklyHoursSchema } from '../hours.ts'
import { dishFields } from './menu-fields.ts'

export const takeawayFeeSchema = z.object({
  ...{ name: z.string(), nameRo: z.string(), amount: minorAmount },
  /** A deposit is untaxed; packaging has the VAT rate of its dish. */
  deposit: z.boolean(),
})

/** What a price rule lowers now: the price of the dish and its options, each by `loweredPrice`. */
const offerSchema = z.object({
  percent: z.int(),
  /** The multiple to which prices are rounded, in minor units; absent for 1. */
  roundTo: z.optional(z.int()),
  /** The names of the rule. */
  ...{ name: z.string(), nameRo: z.string() },
  /** When another rule or none takes its place; null for no end. */
  until: z.nullable(isoMoment),
  /** The lowered `fromPrice`; absent if the dish has none. */
  fromPrice: z.optional(price),
})
export type Offer = z.infer<typeof offerSchema>

const { allergenCodes, ingredients, ingredientsRo, allergensChecked, ...manyUse } = dishFields

const commonFields = z.object({
  id,
  ...manyUse,
  /** The position in its category, 1…n. */
  position: z.int(),
  /** Rises with each change of the dish, or of its category's name; not with `soldOutUntil` or `position`. */
  version: z.int(),
  isBroken,
})

/** Few dishes use them; the values of the others are `UNUSED_FIELDS`. */
const rareFields = z.object({
  ...{ allergenCodes, ingredients, ingredientsRo, allergensChecked },
  /** Sold out until this moment, which is in the future; null for a dish that can be ordered. */
  soldOutUntil: z.nullable(isoMoment),
  /** Whether the dish has no English name yet: `name` repeats `nameRo` and follows it. */
  nameIsFallback: z.boolean(),
  /** Its groups of options, in the order in which guests see them. */
  optionGroupIds: z.array(id),
  /** A set menu at one price: the kitchen cooks the chosen dishes, and not the dish itself. */
  isSetMenu: z.boolean(),
  takeawayFee: z.nullable(takeawayFeeSchema),
  /** The hours of a week in which it is served; null for those of its category. */
  servedHours: z.nullable(z.array(weeklyHoursSchema)),
  /** The served hours of its category; null for always. The list has them only with the category's first dish. */
  categoryServedHours: z.nullable(z.array(weeklyHoursSchema)),
  /** How many portions are left today; null for any number. Guests get it from 5 down. */
  portionsLeft: z.nullable(z.int()),
  // The results of `optionsOfDish`.
  hasOptions: z.boolean(),
  fromPrice: z.nullable(price),
  requiredAllergenCodes: z.array(z.enum(ALLERGEN_CODES)),
  partsUndeclared: z.boolean(),
  unmet: z.boolean(),
  /** Null while no rule runs for the dish; `price` and `fromPrice` do not include it. */
  offer: z.nullable(offerSchema),
})

export const menuItemSchema = z.extend(commonFields, rareFields.shape)
export type MenuItem = z.infer<typeof menuItemSchema>

/** A dish as the menu lists it: without the rare fields that it does not use. */
const publishedDishSchema = z.extend(commonFields, z.partial(rareFields).shape)
export type PublishedDish = z.infer<typeof publishedDishSchema>
export type RareFields = z.infer<typeof rareFields>

export const menuCategorySchema = z.object({
  id,
  name: z.string(),
  nameRo: z.string(),
  position: z.int(),
  isActive: z.boolean(),
  /** Whether any dish belongs to it, hidden ones too. */
  hasItems: z.boolean(),
  /** The station that cooks its dishes, null for the first; only owners and the floor receive it. */
  stationId: z.optional(z.nullable(id)),
  /** The VAT rate of its dishes in percent, null without one; only owners and the floor receive it. */
  vatRate: z.optional(z.nullable(z.number())),
  /** The hours of a week in which its dishes are served; null for always. */
  servedHours: z.optional(z.nullable(z.array(weeklyHoursSchema))),
  isBroken,
})
export type MenuCategory = z.infer<typeof menuCategorySchema>

export const getMenu = endpoint('GET', '/api/menu', 'public', {
  scopes: ['menu:read'],
  summary: 'All dishes for an owner; for everybody else the active ones of active categories. In display order.',
  response: z.array(publishedDishSchema),
})

export const getCategories = endpoint('GET', '/api/menu/categories', 'public', {
  scopes: ['menu:read'],
  summary: 'The active categories in display order; for owners and the floor all, with their stations.',
  response: z.array(menuCategorySchema),
})

export const getSuggestions = endpoint('GET', '/api/menu/suggestions', 'public', {
  scopes: ['menu:read'],
  summary: 'Which dishes are often ordered together: for the id of a dish, those of at most two others.',
  response: z.object({ pairs: z.record(z.string(), z.array(z.int())) }),
})

export const getOffers = endpoint('GET', '/api/menu/offers', 'public', {
  scopes: ['menu:read'],
  summary:
    'The dishes that a rule lowers at a moment, by default now: not in the past, and for guests not after the last day of pickup. Hidden dishes are for owners alone.',
  query: z.object({ at: z.optional(sentMoment) }),
  response: z.array(z.object({ menuItemId: id, percent: z.int(), roundTo: z.int() })),
})
