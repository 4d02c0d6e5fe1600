/* The guest's cart: its rules and storage, its button, the drawer (loaded when the page is idle), the steppers. */

export { announceToScreenReader, CartAnnouncer, CartBar } from './cart-bar.tsx'
export { CartLineView, LineChoice, stableKeys } from './cart-line.tsx'
export { removeOrdered, updatePrices } from './cart-orders.ts'
export { CartDrawer, CartFrame, CartRepair, GoesWith, loadCartDrawer, loadCartLines } from './cart-parts.ts'
export {
  activeCart,
  addPortions,
  cart,
  cartDishOf,
  type LineInCart,
  leaveCart,
  replaceCart,
  useCart,
  useCartLines,
  useIsOwnCart,
} from './cart-store.ts'
export { DishStepper } from './dish-stepper.tsx'
export { groupsOfDish, optionsQuery, useGuestOptions } from './options-query.ts'
