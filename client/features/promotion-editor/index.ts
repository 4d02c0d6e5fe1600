/** The promotions tab: what the house announces, as an owner edits it. */
export { promotionsKey } from './promotion-calls.ts'
export { PromotionsTab } from './promotions-tab.tsx'
