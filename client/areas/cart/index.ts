/* The guest's cart: its rules and storage, the button, the drawer (loaded when the page is idle), the steppers. */
import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'

export { leaveCart, replaceCart, useIsOwnCart } from './active-cart.ts'
export { announceToScreenReader, CartAnnouncer } from './announcer.tsx'
export { CartButton } from './cart-button.tsx'
export { cart } from './cart-store.ts'
export { DishStepper } from './dish-stepper.tsx'
export { useCart, useCartRepair } from './use-cart.ts'

export const loadCartDrawer = importWithRetry(() => import('./cart-drawer.tsx'))
export const CartDrawer = lazy(loadCartDrawer)
