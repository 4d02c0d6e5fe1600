import { ShoppingBag } from 'lucide-react'
import { create } from 'zustand'
import { useMoney } from '../../lib/settings/settings.ts'
import { useTranslation } from '../../ui/index.ts'
import { cart, useCart, useCartCount, useCartSum } from './cart-store.ts'

/** Below 1024 px, the bar that opens the cart, with the number of dishes and their sum; none while it is empty. */
export function CartBar() {
  const { t } = useTranslation()
  const { format } = useMoney()
  const count = useCartCount()
  const sum = format(useCartSum())
  const isOpen = useCart((state) => state.isOpen)
  return (
    <div className="lg:hidden">
      {/* Announced once, when the bar appears. */}
      <p role="status" className="sr-only">
        {count > 0 && t('cart.view')}
      </p>
      {count > 0 && (
        <button
          type="button"
          aria-label={`${t('cart.openWith', { count })}, ${sum}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          data-cart-bar=""
          data-kept-free=""
          onClick={cart.toggle}
          className="cart-bar font-semibold shadow-lift"
        >
          <span className="relative grid place-items-center">
            <ShoppingBag className="size-6" />
            <span className="figures">{count}</span>
          </span>
          <span className="flex-1 text-left">{t('cart.view')}</span>
          <span className="figures">{sum}</span>
        </button>
      )}
    </div>
  )
}

const useAnnouncement = create(() => ({ text: '' }))

export function announceToScreenReader(text: string): void {
  // A screen reader does not repeat the same text, so a space makes it differ.
  useAnnouncement.setState((last) => ({ text: text === last.text ? `${text}\u00a0` : text }))
}

/** The live region of the announcements. Render it once, outside everything that a dialog hides. */
export function CartAnnouncer() {
  const { text } = useAnnouncement()
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}

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
