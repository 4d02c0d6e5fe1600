/* The guest's cart: its rules and storage, the bar, the drawer or column (loaded when the page is idle), the steppers. */
export { activeCart, addPortions, leaveCart, replaceCart, useIsOwnCart, useNotes, useQuantity } from './active-cart.ts'
export { announceToScreenReader, CartAnnouncer, CartBar } from './cart-bar.tsx'
export { CART_COLUMN_FROM, CartColumn } from './cart-column.tsx'
export { CartLineView } from './cart-line.tsx'
export { CartDrawer, CartFrame, CartRepair, GoesWith, loadCartDrawer } from './cart-parts.ts'
export { cart, useCart, useCartLines } from './cart-store.ts'
export { DishStepper } from './dish-stepper.tsx'
export { cartDishOf } from './stored-cart.ts'
