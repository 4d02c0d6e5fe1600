/** The parts of a declaration, in the order of the form. */
const DECLARED_PARTS = ['ingredients', 'ingredientsRo', 'nutrition', 'saturates', 'sugars', 'salt'] as const
export type DeclaredPart = (typeof DECLARED_PARTS)[number]

/** The fields of a dish's declaration; nutritional values in grams, null if unknown. */
export interface Declaration {
  ingredients: string
  ingredientsRo: string
  nutritionalValues: Record<'saturates' | 'sugars' | 'salt', number | null> | null
}

/**
 * The missing parts of a dish's declaration: ingredients in either language, or unknown values. If no value is known at
 * all, that is one gap. Allergens are never a gap, because a dish may have none
 * (docs/product/menu.md#menu-declaration-gaps).
 */
export function declarationGaps({ ingredients, ingredientsRo, nutritionalValues }: Declaration): DeclaredPart[] {
  const isKnown: Record<DeclaredPart, boolean> = {
    ingredients: ingredients.trim() !== '',
    ingredientsRo: ingredientsRo.trim() !== '',
    nutrition: nutritionalValues !== null,
    saturates: nutritionalValues?.saturates !== null,
    sugars: nutritionalValues?.sugars !== null,
    salt: nutritionalValues?.salt !== null,
  }
  return DECLARED_PARTS.filter((part) => !isKnown[part])
}
