/** The 14 groups of Annex II of Regulation (EU) No 1169/2011, in its order. */
export const ALLERGEN_CODES = [
  ...['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soybeans', 'milk', 'nuts', 'celery', 'mustard', 'sesame'],
  ...['sulphites', 'lupin', 'molluscs'],
] as const

export type AllergenCode = (typeof ALLERGEN_CODES)[number]

/** The allergens of a dish that the guest avoids, in the dish's order (docs/product/menu.md#menu-my-allergens). */
function allergensToAvoid(contained: readonly AllergenCode[], marked: readonly AllergenCode[]): AllergenCode[] {
  return contained.filter((code) => marked.includes(code))
}

export interface DeclaredAllergens {
  allergenCodes: readonly AllergenCode[]
  /** Free text. */
  allergens: string | null
  /** The owner has checked: without codes and text, the dish contains none of the 14. */
  allergensChecked: boolean
  /** The allergens that every possible choice of required options contains. */
  requiredAllergenCodes?: readonly AllergenCode[]
  isSetMenu?: boolean
  /** Whether an option names a dish that declares nothing. */
  partsUndeclared?: boolean
}

/**
 * Returns how a dish declares its allergens; a set menu with neither codes nor text has the declarations of its
 * courses, even if the owner has checked it. Every page and print follows this rule
 * (docs/product/menu.md#menu-allergens).
 */
export function allergenDeclaration(dish: DeclaredAllergens): 'codes' | 'text' | 'none' | 'courses' | 'undeclared' {
  if (dish.allergenCodes.length > 0) return 'codes'
  if (dish.allergens) return 'text'
  if (dish.isSetMenu) return dish.partsUndeclared ? 'undeclared' : 'courses'
  return dish.allergensChecked ? 'none' : 'undeclared'
}

/** A `note` is the text of a dish that the owner has checked: it contains none of the 14, so nobody is asked. */
export type AllergenWarning =
  | { kind: 'contains'; codes: AllergenCode[] }
  | { kind: 'text' | 'note'; text: string }
  | { kind: 'undeclared' }

/**
 * Returns the warning about marked allergens; undefined if the dish is safe as far as the kitchen knows. An unchecked
 * dish without codes may contain anything (docs/product/menu.md#menu-my-allergens).
 */
export function allergenWarning(dish: DeclaredAllergens, marked: readonly AllergenCode[]): AllergenWarning | undefined {
  if (marked.length === 0) return undefined
  const { allergenCodes, requiredAllergenCodes = [] } = dish
  const codes = allergensToAvoid([...new Set([...allergenCodes, ...requiredAllergenCodes])], marked)
  if (codes.length > 0) return { kind: 'contains', codes }
  const declaration = allergenDeclaration(dish)
  if (declaration === 'undeclared') return { kind: 'undeclared' }
  return declaration === 'text'
    ? { kind: dish.allergensChecked ? 'note' : 'text', text: dish.allergens ?? '' }
    : undefined
}

/** The allergen codes in a value of any shape, each once, in the regulation's order; none if it is not an array. */
export function recogniseAllergens(stored: unknown): AllergenCode[] {
  return Array.isArray(stored) ? ALLERGEN_CODES.filter((code) => stored.includes(code)) : []
}
