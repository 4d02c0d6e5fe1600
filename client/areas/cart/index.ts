/* The guest's cart: its rules and storage, its button, the drawer (loaded when the page is idle), the steppers. */

export { announceToScreenReader, CartAnnouncer, CartBar, DishStepper } from './cart-buttons.tsx'
export {
  CartDrawer,
  CartFrame,
  CartRepair,
  CartRow,
  GoesWith,
  loadCartDrawer,
  loadCartLines,
  removeOrdered,
  updatePrices,
} from './cart-parts.ts'
export {
  activeCart,
  cart,
  leaveCart,
  ownLinesOf,
  replaceCart,
  useCart,
  useCartLines,
  useIsOwnCart,
} from './cart-store.ts'
export { groupsOfDish, optionsQuery, useGuestOptions } from './options-query.ts'
