/* Choosing, validating, previewing and uploading a picture for a dish or a promotion. Not used by guests' pages. */
export { PictureAddressField } from './choice/picture-address-field.tsx'
export { PictureField } from './choice/picture-field.tsx'
export { type ChosenPicture, usePictureChoice } from './choice/use-picture-choice.ts'
