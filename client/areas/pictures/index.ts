/* Pictures by URL, and the picture of a dish with a drawn plate as its fallback. */
export { DishPicture, type PicturedDish } from './dish-picture.tsx'
export { Picture } from './picture.tsx'
