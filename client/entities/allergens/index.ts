/* The allergens that this guest avoids, and the names of allergens. */
export { markAllergens, myAllergens, useMyAllergens } from './my-allergens.ts'
export { useAllergenNames } from './use-allergen-names.ts'
export { useWarningText } from './use-warning-text.ts'
