import type { overlays as en } from '../en/overlays.ts'
import { cartDrawerWords } from './guest/cart-drawer.ts'
import { menuOverlayWords } from './guest/menu-overlays.ts'
import { offlineWords } from './guest/offline.ts'
import { tableChoiceWords } from './guest/table-choice.ts'

export const overlays: typeof en = {
  menu: menuOverlayWords,
  table: tableChoiceWords,
  cart: cartDrawerWords,
  offline: offlineWords,
}
