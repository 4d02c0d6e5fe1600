import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { DishChange, DishInput } from '#shared/contracts/menu/menu-editing.ts'
import {
  DISH_FIELDS,
  type DishField,
  type NutritionalValues,
  OPTIONAL_TEXTS,
  REQUIRED_TEXTS,
} from '#shared/contracts/menu/menu-fields.ts'
import { NUTRIENTS, type Nutrient } from '#shared/domain/menu/nutrients.ts'
import { mapValues, pick } from '#shared/domain/objects.ts'

type DishValues = Pick<MenuItem, DishField>

/** The values of the form's fields; numbers are texts, as they were entered. */
export type DishForm = Omit<DishValues, 'price' | 'allergens' | 'nutritionalValues'> & {
  price: string
  allergens: string
  nutritionalValues: Record<Nutrient, string>
}

export const EMPTY_DISH: DishForm = {
  ...mapValues({ ...REQUIRED_TEXTS, ...OPTIONAL_TEXTS }, () => ''),
  price: '',
  imageUrl: '',
  tags: [],
  isActive: true,
  allergens: '',
  allergenCodes: [],
  nutritionalValues: nutrientsOf(null),
  allergensChecked: false,
}

/** The form's values for a dish. */
export function formOfDish(dish: DishValues): DishForm {
  return {
    ...pick(dish, DISH_FIELDS),
    price: String(dish.price),
    tags: [...dish.tags],
    allergens: dish.allergens ?? '',
    allergenCodes: [...dish.allergenCodes],
    nutritionalValues: nutrientsOf(dish.nutritionalValues),
  }
}

function nutrientsOf(values: NutritionalValues | null): Record<Nutrient, string> {
  const texts = NUTRIENTS.map((nutrient) => [nutrient, values?.[nutrient]?.toString() ?? ''])
  return Object.fromEntries(texts) as Record<Nutrient, string>
}

/** Converts the form's values to the body of the request, not yet validated. */
export function parseDishForm(form: DishForm) {
  // `28,00` means 28 lei, so it must not be accepted as 28 minor units.
  const price = hasDecimals(form.price) ? form.price : parseDecimal(form.price)
  return { ...form, price, nutritionalValues: parseNutrition(form.nutritionalValues) }
}

/** Parses the nutritional values: null for each that is empty; null for all if every one is empty. */
export function parseNutrition(texts: DishForm['nutritionalValues']) {
  if (NUTRIENTS.every((nutrient) => texts[nutrient].trim() === '')) return null
  const values = NUTRIENTS.map((nutrient) => [nutrient, parseDecimal(texts[nutrient]) ?? null])
  return Object.fromEntries(values) as NutritionalValues
}

const NUMBER = /^-?\d+(?:[.,]\d+)?$/

/** Parses a number with a decimal point or comma. Returns other text unchanged, and undefined for an empty text. */
export function parseDecimal(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return NUMBER.test(trimmed) ? Number(trimmed.replace(',', '.')) : trimmed
}

/** Whether a price contains a decimal sign; prices are entered in minor units. */
export function hasDecimals(text: string): boolean {
  return /[.,]/.test(text)
}

/** The price in minor units that was probably meant by a price with decimals: 2850 for `28,50`. */
export function suggestedPrice(text: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,6})[.,](\d{1,2})$/.exec(text.trim()) ?? []
  return whole === undefined ? undefined : Number(whole + decimals.padEnd(2, '0'))
}

/** Parses a price in minor units; undefined if the text is not a whole number. */
export function parsePrice(text: string): number | undefined {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
}

/** The fields in which two forms differ, in the order of `DISH_FIELDS`. */
export function differingFields(form: DishForm, other: DishForm): DishField[] {
  return DISH_FIELDS.filter((field) => JSON.stringify(form[field]) !== JSON.stringify(other[field]))
}

/** The body of a change with the given fields. The two names of a category are always sent together. */
export function changeOfDish(input: DishInput, fields: readonly DishField[]): DishChange {
  const changesCategory = fields.includes('category') || fields.includes('categoryRo')
  const sent: DishField[] = changesCategory ? [...fields, 'category', 'categoryRo'] : [...fields]
  return Object.fromEntries(Object.entries(input).filter(([field]) => sent.includes(field as DishField)))
}

/** A field that differs between this form and the dish that somebody else has saved. */
export interface DishConflict {
  field: DishField
  /** Whether this form has changed the field too. */
  isMine: boolean
}

/**
 * The fields in which this form and the dish as saved by somebody else differ (docs/product/menu.md#menu-two-versions).
 * @param before the dish when the form was opened
 */
export function dishConflicts(before: DishForm, theirs: DishForm, form: DishForm): DishConflict[] {
  const mine = differingFields(before, form)
  return differingFields(theirs, form).map((field) => ({ field, isMine: mine.includes(field) }))
}
