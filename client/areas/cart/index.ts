import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'

/* The guest's cart: its rules and storage, the bar, the drawer or column (loaded when the page is idle), the steppers. */
export { activeCart, addPortions, leaveCart, replaceCart, useIsOwnCart, useNotes, useQuantity } from './active-cart.ts'
export { announceToScreenReader, CartAnnouncer, CartBar } from './cart-bar.tsx'
export { CART_COLUMN_FROM, CartColumn } from './cart-column.tsx'
export { cart, useCart, useCartLines, useCartRepair } from './cart-store.ts'
export { DishStepper } from './dish-stepper.tsx'
export { cartDishOf } from './stored-cart.ts'

export const loadCartDrawer = importWithRetry(() => import('./cart-drawer.tsx'))
export const CartDrawer = lazy(loadCartDrawer)

/* What the cart of a table shares with it. */
export const CartFrame = lazy(importWithRetry(() => import('./cart-frame.tsx')))
export const GoesWith = lazy(importWithRetry(() => import('./goes-with.tsx')))
