import type { firstView as en } from '../en/first-view.ts'
import { cartWords } from './guest/cart.ts'
import { commonWords, pageErrors } from './guest/common.ts'
import { menuWords } from './guest/menu.ts'
import { promotionWords } from './guest/promotions.ts'
import { tableWords } from './guest/tables.ts'

export const firstView: typeof en = {
  common: commonWords,
  errors: pageErrors,
  menu: menuWords,
  promotions: promotionWords,
  table: tableWords,
  cart: cartWords,
}
