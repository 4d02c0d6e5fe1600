/* Promotions above the menu, as guests see them. */

/* A promotion as guests see it. */
export { Promotions, promotionsQuery } from './promotions.tsx'
