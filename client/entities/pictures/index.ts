/* Pictures by URL, and a dish's picture or its drawn plate. */
export { DishPicture, type PicturedDish } from './dish-picture.tsx'
export { Picture } from './picture.tsx'
