import { allergenDeclaration, type DeclaredAllergens } from '#shared/domain/menu/allergens.ts'

/** The parts of a declaration, in the order of the form. */
const DECLARED_PARTS = [
  'allergens',
  'ingredients',
  'ingredientsRo',
  'nutrition',
  'saturates',
  'sugars',
  'salt',
] as const
export type DeclaredPart = (typeof DECLARED_PARTS)[number]

/** The fields of a dish's declaration; nutritional values in grams, null if unknown. */
export interface Declaration extends DeclaredAllergens {
  ingredients: string
  ingredientsRo: string
  nutritionalValues: Record<'saturates' | 'sugars' | 'salt', number | null> | null
}

/**
 * The missing parts of a dish's declaration: allergens, ingredients in either language, or unknown values. If no value is
 * known at all, that is one gap (docs/product/menu.md#menu-declaration-gaps).
 */
export function declarationGaps(declaration: Declaration): DeclaredPart[] {
  const { ingredients, ingredientsRo, nutritionalValues } = declaration
  const isKnown: Record<DeclaredPart, boolean> = {
    allergens: allergenDeclaration(declaration) !== 'undeclared',
    ingredients: ingredients.trim() !== '',
    ingredientsRo: ingredientsRo.trim() !== '',
    nutrition: nutritionalValues !== null,
    saturates: nutritionalValues?.saturates !== null,
    sugars: nutritionalValues?.sugars !== null,
    salt: nutritionalValues?.salt !== null,
  }
  return DECLARED_PARTS.filter((part) => !isKnown[part])
}
