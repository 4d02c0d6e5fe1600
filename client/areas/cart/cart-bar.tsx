import { ShoppingBag } from 'lucide-react'
import { create } from 'zustand'
import { useMoney } from '../../lib/settings/settings.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { cart, useCart, useCartCount, useCartSum } from './cart-store.ts'

/** The round button that opens the cart, with the number of dishes; from the first dish on, the end of a bar with their sum. */
export function CartBar() {
  const { t } = useTranslation()
  const { format } = useMoney()
  const count = useCartCount()
  const sum = format(useCartSum())
  const isOpen = useCart((state) => state.isOpen)
  return (
    <>
      {/* Announced once, when the bar appears. */}
      <p role="status" className="sr-only">
        {count > 0 && t('cart.view')}
      </p>
      <button
        type="button"
        aria-label={`${t('cart.openWith', { count })}, ${sum}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-cart-bar={count > 0 ? '' : undefined}
        data-kept-free=""
        onClick={cart.toggle}
        // Like the page behind the drawer.
        className={cx('cart-bar font-semibold shadow-lift transition-opacity', isOpen && 'opacity-50')}
      >
        {count > 0 && (
          <>
            <span className="flex-1 text-left">{t('cart.view')}</span>
            <span className="figures">{sum}</span>
          </>
        )}
        <span className="cart-icon">
          <ShoppingBag className="size-6" />
          <span className="figures">{count}</span>
        </span>
      </button>
    </>
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
