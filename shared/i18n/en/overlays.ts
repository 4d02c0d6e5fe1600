import { cartDrawerWords } from './guest/cart-drawer.ts'
import { menuOverlayWords } from './guest/menu-overlays.ts'
import { tableChoiceWords } from './guest/table-choice.ts'

/** What opens above the menu, which is loaded once the page is idle or touched. */
export const overlays = {
  menu: menuOverlayWords,
  table: tableChoiceWords,
  cart: cartDrawerWords,
}
