/* What a dish costs and would cost without the rule that lowers it, in words. */
export { DishPrice, type ShownOffer } from './dish-price.tsx'
export { lineInsteadOf, listPriceOf } from './instead-of.ts'
