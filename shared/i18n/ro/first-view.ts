import type { firstView as en } from '../en/first-view.ts'
import { cartWords } from './guest/cart.ts'
import { commonWords } from './guest/common.ts'
import { guestErrors } from './guest/errors.ts'
import { landingWords } from './guest/landing.ts'
import { menuWords } from './guest/menu.ts'
import { promotionWords } from './guest/promotions.ts'
import { tableWords } from './guest/tables.ts'

export const firstView: typeof en = {
  ...commonWords,
  ...guestErrors,
  landing: landingWords,
  menu: menuWords,
  promotions: promotionWords,
  table: tableWords,
  cart: cartWords,
}
