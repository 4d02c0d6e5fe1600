import { cartWords } from './guest/cart.ts'
import { commonWords, pageErrors } from './guest/common.ts'
import { menuWords } from './guest/menu.ts'
import { promotionWords } from './guest/promotions.ts'
import { tableWords } from './guest/tables.ts'

/** What every page loads at once, and all that the menu needs until something is opened above it. */
export const firstView = {
  common: commonWords,
  errors: pageErrors,
  menu: menuWords,
  promotions: promotionWords,
  table: tableWords,
  cart: cartWords,
}
