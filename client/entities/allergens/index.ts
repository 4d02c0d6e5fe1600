/* The allergens that this guest avoids, and allergens as words. */
export { markAllergens, myAllergens, useMyAllergens } from './my-allergens.ts'
export { useAllergenNames } from './use-allergen-names.ts'
