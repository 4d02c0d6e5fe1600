import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/**
 * The drawer with its lines, fetched when the page is idle. Not in index.ts: code there would draw all that it exports
 * into the script of the first view.
 */
export const CartDrawer = lazyPart(() => import('./cart-drawer.tsx'))
