/* The guest's cart: its rules and storage, its button, the drawer (loaded when the page is idle), the steppers. */

export { announceToScreenReader, CartAnnouncer, CartBar, DishStepper } from './cart-buttons.tsx'
export { CartRow, CartShell, GoesWith } from './cart-lines.tsx'
export { CartRepair, removeOrdered, updatePrices } from './cart-repair.ts'
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
export { CartDrawer } from './lazy-drawer.ts'
export { groupsOfDish, optionsQuery, useGuestOptions } from './options-query.ts'
