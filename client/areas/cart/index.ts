import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'

/* The guest's cart: its rules and storage, the button, the drawer (loaded when the page is idle), the steppers. */
export { leaveCart, replaceCart, useIsOwnCart } from './active-cart.ts'
export { announceToScreenReader, CartAnnouncer, CartButton } from './cart-button.tsx'
export { cart, useCart, useCartRepair } from './cart-store.ts'
export { DishStepper } from './dish-stepper.tsx'

export const loadCartDrawer = importWithRetry(() => import('./cart-drawer.tsx'))
export const CartDrawer = lazy(loadCartDrawer)
