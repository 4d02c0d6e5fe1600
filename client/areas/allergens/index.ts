/* The guest's own allergens: the dialog to mark them, and the question before adding a dish that contains one. */
export { AllergenButton, OwnAllergensButton } from './allergen-button.tsx'
export { AllergenDialogs } from './allergen-dialogs.tsx'
/* The allergens that this guest avoids, and the names of allergens. */
export { markAllergens, useMyAllergens } from './my-allergens.ts'
export { askBeforeAdding } from './open-dialog.ts'
export { useAllergenNames } from './use-allergen-names.ts'
export { useWarningText } from './use-warning-text.ts'
