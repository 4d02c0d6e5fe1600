import * as z from 'zod/mini'
import { ALLERGEN_CODES } from '../domain/allergens.ts'
import type { Nutrient } from '../domain/nutrients.ts'
import { endpoint } from './endpoint.ts'
import { id, isoMoment, price } from './fields.ts'

export const nutritionalValuesSchema = z.object({
  calories: z.number(),
  protein: z.number(),
  carbs: z.number(),
  fat: z.number(),
  fiber: z.number(),
  /** Grams; null is unknown, which is never the same as none. */
  saturates: z.nullable(z.number()),
  sugars: z.nullable(z.number()),
  salt: z.nullable(z.number()),
} satisfies Record<Nutrient, unknown>)
export type NutritionalValues = z.infer<typeof nutritionalValuesSchema>

export const menuItemSchema = z.object({
  id,
  name: z.string(),
  nameRo: z.string(),
  description: z.string(),
  descriptionRo: z.string(),
  price,
  category: z.string(),
  categoryRo: z.string(),
  /** An http(s) URL, the path of one of our own pictures, or empty. */
  imageUrl: z.string(),
  tags: z.array(z.string()),
  isActive: z.boolean(),
  allergens: z.nullable(z.string()),
  allergenCodes: z.array(z.enum(ALLERGEN_CODES)),
  nutritionalValues: z.nullable(nutritionalValuesSchema),
  ingredients: z.string(),
  ingredientsRo: z.string(),
  /** Sold out until this moment, which lies ahead; null for a dish that can be ordered. */
  soldOutUntil: z.nullable(isoMoment),
  /** Rises with each change of the dish, or of its category's name; not with `soldOutUntil`. */
  version: z.int(),
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
})
export type MenuCategory = z.infer<typeof menuCategorySchema>

export const getMenu = endpoint({
  method: 'GET',
  path: '/api/menu',
  access: 'public',
  says: 'All dishes for an owner; for everybody else the active ones of active categories. In display order.',
  answer: z.array(menuItemSchema),
})

export const getCategories = endpoint({
  method: 'GET',
  path: '/api/menu/categories',
  access: 'public',
  says: 'The categories in display order.',
  answer: z.array(menuCategorySchema),
})
