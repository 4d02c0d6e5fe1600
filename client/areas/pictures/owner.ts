/* Choosing, validating, previewing and uploading a picture for a dish or a promotion. Not used by guests' pages. */

export { usePictureChoice } from './picture-choice.ts'
export { PictureAddressField, PictureField } from './picture-field.tsx'
