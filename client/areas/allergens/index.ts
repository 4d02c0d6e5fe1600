/* The guest's own allergens: their names, the dialog to mark them, and the question before adding a dish that contains one. */
export { AllergenButton } from './allergen-button.tsx'
export { AllergenDialogs, OwnAllergensButton } from './allergen-dialogs.tsx'
export { askBeforeAdding, markAllergens, useAllergenNames, useMyAllergens, useWarningText } from './my-allergens.ts'
