import { cartDrawerWords } from './guest/cart-drawer.ts'
import { menuOverlayWords } from './guest/menu-overlays.ts'
import { offlineWords } from './guest/offline.ts'
import { tableChoiceWords } from './guest/table-choice.ts'

/** What opens above the menu, and a lost network: loaded once the page is idle or touched. */
export const overlays = {
  menu: menuOverlayWords,
  table: tableChoiceWords,
  cart: cartDrawerWords,
  offline: offlineWords,
}
