/* The guest's own allergens: the dialog to mark them, and the question before adding a dish that contains one. */
export { AllergenButton, OwnAllergensButton } from './allergen-button.tsx'
export { AllergenDialogs } from './allergen-dialogs.tsx'
export { askBeforeAdding } from './open-dialog.ts'
