import type { MenuItem, NutritionalValues } from '#shared/contracts/menu.ts'
import type { DishChange, DishInput } from '#shared/contracts/menu-editing.ts'
import type { AllergenCode } from '#shared/domain/allergens.ts'
import { NUTRIENTS, type Nutrient } from '#shared/domain/nutrients.ts'

/** A dish as the form's fields hold it: numbers as they are typed. */
export interface DishForm {
  name: string
  nameRo: string
  description: string
  descriptionRo: string
  price: string
  category: string
  categoryRo: string
  imageUrl: string
  tags: string[]
  isActive: boolean
  allergens: string
  allergenCodes: AllergenCode[]
  nutritionalValues: Record<Nutrient, string>
  ingredients: string
  ingredientsRo: string
}
export type DishField = keyof DishForm

export const EMPTY_DISH: DishForm = {
  name: '',
  nameRo: '',
  description: '',
  descriptionRo: '',
  price: '',
  category: '',
  categoryRo: '',
  imageUrl: '',
  tags: [],
  isActive: true,
  allergens: '',
  allergenCodes: [],
  nutritionalValues: nutrientsOf(null),
  ingredients: '',
  ingredientsRo: '',
}

/** What the fields show of a dish. */
export function formOfDish(dish: Omit<MenuItem, 'id' | 'soldOutUntil' | 'version'>): DishForm {
  return {
    name: dish.name,
    nameRo: dish.nameRo,
    description: dish.description,
    descriptionRo: dish.descriptionRo,
    price: String(dish.price),
    category: dish.category,
    categoryRo: dish.categoryRo,
    imageUrl: dish.imageUrl,
    tags: [...dish.tags],
    isActive: dish.isActive,
    allergens: dish.allergens ?? '',
    allergenCodes: [...dish.allergenCodes],
    nutritionalValues: nutrientsOf(dish.nutritionalValues),
    ingredients: dish.ingredients,
    ingredientsRo: dish.ingredientsRo,
  }
}

function nutrientsOf(values: NutritionalValues | null): Record<Nutrient, string> {
  const typed = NUTRIENTS.map((nutrient) => [nutrient, values?.[nutrient]?.toString() ?? ''])
  return Object.fromEntries(typed) as Record<Nutrient, string>
}

/** What was typed, as it is sent; whether it is right is for the contract to say. */
export function typedDish(form: DishForm) {
  // `28,00` is 28 lei to whoever types it: it must not pass for the whole number 28.
  const price = hasDecimals(form.price) ? form.price : typedAmount(form.price)
  return { ...form, price, nutritionalValues: typedNutrition(form.nutritionalValues) }
}

/** Null where nothing at all is known; where something is, null for each value that is not. */
export function typedNutrition(typed: DishForm['nutritionalValues']) {
  if (NUTRIENTS.every((nutrient) => typed[nutrient].trim() === '')) return null
  const values = NUTRIENTS.map((nutrient) => [nutrient, typedAmount(typed[nutrient]) ?? null])
  return Object.fromEntries(values) as NutritionalValues
}

const NUMBER = /^-?\d+(?:[.,]\d+)?$/

/** A number as people write it, with a comma or a point; the text itself where it is none, and nothing where it is empty. */
export function typedAmount(text: string): number | string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  return NUMBER.test(typed) ? Number(typed.replace(',', '.')) : typed
}

/** Whether a price was typed as people write it on a menu, instead of in minor units. */
export function hasDecimals(typed: string): boolean {
  return /[.,]/.test(typed)
}

/** The minor units that somebody means who typed a price with decimals, as on the menu: 2850 for `28,50`. */
export function meantPrice(typed: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,6})[.,](\d{1,2})$/.exec(typed.trim()) ?? []
  return whole === undefined ? undefined : Number(whole + decimals.padEnd(2, '0'))
}

/** The whole minor units that were typed. */
export function typedPrice(typed: string): number | undefined {
  return /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : undefined
}

/** The fields in which two forms differ, in the form's order. */
export function differingFields(one: DishForm, other: DishForm): DishField[] {
  const fields = Object.keys(EMPTY_DISH) as DishField[]
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
}

/** What of a dish is to be changed. The names of a category go together. */
export function changeOfDish(input: DishInput, fields: readonly DishField[]): DishChange {
  const isNamed = fields.includes('category') || fields.includes('categoryRo')
  const sent: DishField[] = isNamed ? [...fields, 'category', 'categoryRo'] : [...fields]
  return Object.fromEntries(Object.entries(input).filter(([field]) => sent.includes(field as DishField)))
}

/** A field of a dish that somebody else has saved meanwhile. */
export interface DishConflict {
  field: DishField
  /** This form has changed it too; otherwise it has no wish against theirs. */
  isMine: boolean
}

/**
 * Where a form and the dish as it is now differ (docs/product.md#menu-two-versions).
 * @param before the dish when the form was opened
 */
export function dishConflicts(before: DishForm, now: DishForm, typed: DishForm): DishConflict[] {
  const mine = differingFields(before, typed)
  return differingFields(now, typed).map((field) => ({ field, isMine: mine.includes(field) }))
}
