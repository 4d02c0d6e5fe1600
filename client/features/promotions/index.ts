/* Promotions above the menu, as guests see them. */
export { Promotions } from './promotions.tsx'
export { promotionsQuery } from './promotions-query.ts'
