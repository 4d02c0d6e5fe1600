/* Choosing, validating, previewing and uploading a picture for a dish or a promotion. Not used by guests' pages. */
export { PictureAddressField } from './picture-address-field.tsx'
export { PictureField } from './picture-field.tsx'
export { type ChosenPicture, usePictureChoice } from './use-picture-choice.ts'
