/** What a declaration consists of, in the order in which a form asks for it. */
const DECLARED = ['ingredients', 'ingredientsRo', 'nutrition', 'saturates', 'sugars', 'salt'] as const
export type DeclaredPart = (typeof DECLARED)[number]

/** What of a dish is judged; in its values null is unknown, in grams. */
export interface Declared {
  ingredients: string
  ingredientsRo: string
  nutritionalValues: Record<'saturates' | 'sugars' | 'salt', number | null> | null
}

/**
 * What a dish's declaration lacks: ingredients in either language, or values that are not known. Where no value is known
 * at all, that is one gap. Allergens are never a gap: a dish may have none (docs/product.md#menu-declaration-gaps).
 */
export function declarationGaps({ ingredients, ingredientsRo, nutritionalValues }: Declared): DeclaredPart[] {
  const isKnown: Record<DeclaredPart, boolean> = {
    ingredients: ingredients.trim() !== '',
    ingredientsRo: ingredientsRo.trim() !== '',
    nutrition: nutritionalValues !== null,
    saturates: nutritionalValues?.saturates !== null,
    sugars: nutritionalValues?.sugars !== null,
    salt: nutritionalValues?.salt !== null,
  }
  return DECLARED.filter((part) => !isKnown[part])
}
