/* Promotions above the menu, as guests see them, and their tab. */
export { Promotions, promotionsQuery } from './carousel.tsx'
export { PromotionsTab } from './lazy-tab.ts'
