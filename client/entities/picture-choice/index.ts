/* A dish's or a promotion's new picture: choosing it, judging it, showing it, sending it. Guests' pages know none of it. */
export { PictureAddressField } from './picture-address-field.tsx'
export { PictureField } from './picture-field.tsx'
export { type ChosenPicture, usePictureChoice } from './use-picture-choice.ts'
