/* Pictures by URL, and the picture of a dish with a drawn plate as its fallback. */
export { DishPicture, Picture, type PicturedDish } from './picture.tsx'
