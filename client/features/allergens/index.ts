/* The guest's own allergens: where they are marked, and the question before a dish with one of them goes into the cart. */
export { AllergenButton } from './allergen-button.tsx'
export { AllergenDialogs } from './allergen-dialogs.tsx'
export { askBeforeAdding } from './asked.ts'
export { WarnMe } from './warn-me.tsx'
