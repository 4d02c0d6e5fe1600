const COUNTED = ['calories', 'protein', 'carbs', 'fat', 'fiber'] as const

/** What nutrition consists of. */
export const NUTRIENTS = [...COUNTED, 'saturates', 'sugars', 'salt'] as const
export type Nutrient = (typeof NUTRIENTS)[number]

/** Whether it is none where it is missing and any other value is known; otherwise it stays unknown. */
export function isCounted(nutrient: Nutrient): boolean {
  return (COUNTED as readonly string[]).includes(nutrient)
}

export function isNutrient(name: string): name is Nutrient {
  return (NUTRIENTS as readonly string[]).includes(name)
}
