import * as z from 'zod/mini'
import { ALLERGEN_CODES } from '../../domain/menu/allergens.ts'
import type { Nutrient } from '../../domain/menu/nutrients.ts'
import { price } from '../base/fields.ts'

/* API, CSV columns, import and the editor's form are derived from these tables (docs/recipes.md). */

const nutritionalValuesSchema = z.object({
  calories: z.number(),
  protein: z.number(),
  carbs: z.number(),
  fat: z.number(),
  fiber: z.number(),
  /** Grams; null is unknown, which is not the same as zero. */
  saturates: z.nullable(z.number()),
  sugars: z.nullable(z.number()),
  salt: z.nullable(z.number()),
} satisfies Record<Nutrient, unknown>)
export type NutritionalValues = z.infer<typeof nutritionalValuesSchema>

/** The fields of a dish that an owner edits, as clients read them, in the order of the CSV's columns. */
export const dishFields = {
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
  /** The owner has checked the allergens (docs/product/menu.md#menu-allergens). */
  allergensChecked: z.boolean(),
}
export type DishField = keyof typeof dishFields
export const DISH_FIELDS = Object.keys(dishFields) as DishField[]

/** The maximum length, in characters, of each text that must not be empty. */
export const REQUIRED_TEXTS = { name: 200, nameRo: 200, category: 100, categoryRo: 100 } as const satisfies Partial<
  Record<DishField, number>
>

/** The maximum length, in characters, of each text that may be empty. */
export const OPTIONAL_TEXTS = {
  description: 2000,
  descriptionRo: 2000,
  ingredients: 4000,
  ingredientsRo: 4000,
} as const satisfies Partial<Record<DishField, number>>
