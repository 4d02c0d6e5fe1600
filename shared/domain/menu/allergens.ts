/** The 14 groups of Annex II of Regulation (EU) No 1169/2011, in its order. */
export const ALLERGEN_CODES = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const

export type AllergenCode = (typeof ALLERGEN_CODES)[number]

/** The allergens of a dish that the guest avoids, in the dish's order (docs/product/menu.md#menu-my-allergens). */
export function allergensToAvoid(contained: readonly AllergenCode[], marked: readonly AllergenCode[]): AllergenCode[] {
  return contained.filter((code) => marked.includes(code))
}

/** The allergen codes in a value of any shape, each once, in the regulation's order; none if it is not an array. */
export function recogniseAllergens(stored: unknown): AllergenCode[] {
  return Array.isArray(stored) ? ALLERGEN_CODES.filter((code) => stored.includes(code)) : []
}
