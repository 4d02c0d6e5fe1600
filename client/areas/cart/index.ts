/* The guest's cart: its rules and storage, the bar, the drawer or column (loaded when the page is idle), the steppers. */
export {
  activeCart,
  addPortions,
  type LineInCart,
  leaveCart,
  replaceCart,
  useIsOwnCart,
} from './active-cart.ts'
export { announceToScreenReader, CartAnnouncer, CartBar } from './cart-bar.tsx'
export { CART_COLUMN_FROM, CartColumn } from './cart-column.tsx'
export { CartLineView, LineChoice, stableKeys } from './cart-line.tsx'
export { removeOrdered, updatePrices } from './cart-orders.ts'
export { CartDrawer, CartFrame, CartRepair, GoesWith, loadCartDrawer, loadCartLines } from './cart-parts.ts'
export { cart, useCart, useCartLines } from './cart-store.ts'
export { DishStepper } from './dish-stepper.tsx'
export { openLineSheet, useLineSheet } from './line-sheet.ts'
export { groupsOfDish, optionsQuery, useGuestOptions } from './options-query.ts'
export { cartDishOf } from './stored-cart.ts'
