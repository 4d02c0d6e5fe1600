/* The guest's own allergens: their names, the dialog to mark them, and the question before adding a dish that contains one. */
export { AllergenButton } from './allergen-button.tsx'
export { AllergenDialogs } from './allergen-dialogs.tsx'
export {
  askBeforeAdding,
  chooseAllergens,
  markAllergens,
  mustAskBeforeAdding,
  useAllergenNames,
  useMyAllergens,
  useWarningText,
} from './my-allergens.ts'
