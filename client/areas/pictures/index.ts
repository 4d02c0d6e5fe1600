/* Pictures by URL, and the picture of a dish with a drawn plate as its fallback. */
export { DishPicture, DishPlate, Picture } from './picture.tsx'

/* Choosing, validating, previewing and uploading a picture for a dish or a promotion. Not used by guests' pages. */

export { PictureField, usePictureChoice } from './picture-field.tsx'
