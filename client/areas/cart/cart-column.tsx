/** The width from which the cart is a column (Tailwind's `lg`). */
export const CART_COLUMN_FROM = '64rem'
export const CART_COLUMN_ID = 'cart-column'

/**
 * The place of the cart beside the dishes, from 1024 px. Part of the first view; `CartFrame` fills it once it is loaded.
 * @param isEmpty whether the menu has no dishes
 */
export function CartColumn({ isEmpty }: { isEmpty: boolean }) {
  return <div id={CART_COLUMN_ID} className={isEmpty ? 'hidden' : 'cart-column'} />
}
