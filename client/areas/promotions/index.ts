/* Promotions above the menu, as guests see them. */
export { Promotions, promotionsQuery } from './carousel.tsx'
