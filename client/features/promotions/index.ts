/* What the house announces above the menu, as guests see it. */
export { Promotions } from './promotions.tsx'
export { promotionsQuery } from './promotions-query.ts'
