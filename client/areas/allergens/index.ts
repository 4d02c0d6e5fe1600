/* The guest's filter and own allergens: the chip and the sheet, and the question before adding a dish that contains one. */
export { AllergenDialogs, LeftOutNotice } from './allergen-dialogs.tsx'
export { askBeforeAdding, FilterChip } from './filter-chip.tsx'
export {
  changeFilter,
  mustAskBeforeAdding,
  useAllergenNames,
  useMyAllergens,
  useMyFilter,
  useWarningText,
} from './guest-filter.tsx'
