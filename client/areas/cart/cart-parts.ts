import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'

// Not in index.ts: code there would draw all that it exports into the script of the first view.

export const loadCartDrawer = importWithRetry(() => import('./cart-drawer.tsx'))
export const CartDrawer = lazy(loadCartDrawer)
export const loadCartLines = importWithRetry(() => import('./cart-lines.tsx'))

/* What the cart of a table shares with it. */
export const CartFrame = lazy(importWithRetry(() => import('./cart-frame.tsx')))
export const GoesWith = lazy(importWithRetry(() => import('./goes-with.tsx')))
export const CartRepair = lazy(importWithRetry(() => import('./cart-repair.ts')))
