const COUNTED = ['calories', 'protein', 'carbs', 'fat', 'fiber'] as const

export const NUTRIENTS = [...COUNTED, 'saturates', 'sugars', 'salt'] as const
export type Nutrient = (typeof NUTRIENTS)[number]

/** Whether a missing value counts as 0 once any other value of the dish is known; if not, it stays unknown. */
export function isCounted(nutrient: Nutrient): boolean {
  return (COUNTED as readonly string[]).includes(nutrient)
}

export function isNutrient(name: string): name is Nutrient {
  return (NUTRIENTS as readonly string[]).includes(name)
}

/** Kilojoules per kilocalorie according to Regulation (EU) 1169/2011. */
const KJ_PER_KCAL = 4.184

/** Energy in kilojoules, rounded to an integer (docs/product/menu.md#menu-nutrition). */
export function kilojoules(kilocalories: number): number {
  return Math.round(kilocalories * KJ_PER_KCAL)
}
