import { ShoppingBag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { useCartCount } from './active-cart.ts'
import { cart, useCart } from './cart-store.ts'

/** The round cart button over the lower right corner, with the number of dishes on it. */
export function CartButton() {
  const { t } = useTranslation()
  const count = useCartCount()
  const isOpen = useCart((state) => state.isOpen)
  return (
    <button
      type="button"
      aria-label={count > 0 ? t('cart.openWith', { count }) : t('cart.open')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      data-kept-free=""
      onClick={cart.toggle}
      className="fixed right-4 bottom-[max(1.25rem,env(safe-area-inset-bottom))] z-30 grid size-16 place-items-center rounded-full bg-ink text-paper shadow-lift transition-transform active:scale-95 md:right-10 md:bottom-8"
    >
      <ShoppingBag aria-hidden="true" className="size-[26px]" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="figures absolute -top-1 -right-1 grid h-[26px] min-w-[26px] place-items-center rounded-full border-2 border-paper bg-accent px-1 text-[13px] font-bold text-on-accent"
        >
          {count}
        </span>
      )}
    </button>
  )
}

const useAnnouncement = create(() => ({ text: '' }))

/** Announces a change of the cart to a screen reader. */
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
