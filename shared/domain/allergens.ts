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

/** What a dish contains of the groups that a guest has marked, in the dish's order. */
export function allergensToAvoid(contained: readonly AllergenCode[], marked: readonly AllergenCode[]): AllergenCode[] {
  return contained.filter((code) => marked.includes(code))
}

/** The groups in something that was kept, each once, in the regulation's order; what is none is left out. */
export function recogniseAllergens(kept: unknown): AllergenCode[] {
  return Array.isArray(kept) ? ALLERGEN_CODES.filter((code) => kept.includes(code)) : []
}
