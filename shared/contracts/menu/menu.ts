import * as z from 'zod/mini'
import { ALLERGEN_CODES } from '../../domain/menu/allergens.ts'
import { endpoint } from '../base/endpoint.ts'
import { id, isoMoment, money, price } from '../base/fields.ts'
import { weeklyHoursSchema } from '../hours.ts'
import { dishFields } from './menu-fields.ts'

export const takeawayFeeSchema = z.object({ name: z.string(), nameRo: z.string(), amount: money })

export const menuItemSchema = z.object({
  id,
  ...dishFields,
  /** Whether the dish has no English name yet: `name` repeats `nameRo` and follows it. A stored menu may lack this. */
  nameIsFallback: z._default(z.boolean(), false),
  /** Sold out until this moment, which is in the future; null for a dish that can be ordered. */
  soldOutUntil: z.nullable(isoMoment),
  /** In its category, 1…n. */
  position: z.int(),
  /** Rises with each change of the dish, or of its category's name; not with `soldOutUntil` or `position`. */
  version: z.int(),
  // A stored menu may lack what follows.
  /** Its groups of options, in the order in which guests see them. */
  optionGroupIds: z._default(z.array(id), []),
  /** A menu at one price: what is chosen is cooked, and the dish itself is not. */
  isSetMenu: z._default(z.boolean(), false),
  takeawayFee: z._default(z.nullable(takeawayFeeSchema), null),
  /** The hours of a week in which it is served; null for those of its category. */
  servedHours: z._default(z.nullable(z.array(weeklyHoursSchema)), null),
  /** Those of its category; null for always. */
  categoryServedHours: z._default(z.nullable(z.array(weeklyHoursSchema)), null),
  // What `optionsOfDish` sums up.
  hasOptions: z._default(z.boolean(), false),
  fromPrice: z._default(z.nullable(price), null),
  requiredAllergenCodes: z._default(z.array(z.enum(ALLERGEN_CODES)), []),
  unmet: z._default(z.boolean(), false),
})
export type MenuItem = z.infer<typeof menuItemSchema>

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
  /** The hours of a week in which its dishes are served; null for always. */
  servedHours: z.optional(z.nullable(z.array(weeklyHoursSchema))),
})
export type MenuCategory = z.infer<typeof menuCategorySchema>

export const getMenu = endpoint({
  method: 'GET',
  path: '/api/menu',
  access: 'public',
  summary: 'All dishes for an owner; for everybody else the active ones of active categories. In display order.',
  answer: z.array(menuItemSchema),
})

export const getCategories = endpoint({
  method: 'GET',
  path: '/api/menu/categories',
  access: 'public',
  summary: 'The active categories in display order; for owners and the floor all, with their stations.',
  answer: z.array(menuCategorySchema),
})
