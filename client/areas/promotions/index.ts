/* Promotions above the menu, as guests see them. */

/* A promotion as guests see it. */
export { Promotions } from './promotions.tsx'
export { promotionsQuery } from './promotions-query.ts'
