import { ShoppingBag } from 'lucide-react'
import { useRef } from 'react'
import { create } from 'zustand'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { isSoldOut } from '#shared/domain/menu/filter.ts'
import { hasPortion } from '#shared/domain/menu/published-dish.ts'
import { cartDishOf, keyOf, MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import { closeDialog, openDialog } from '../../lib/dialogs/open-dialog.ts'
import { money } from '../../lib/settings/settings.ts'
import { cx, language, Stepper, t, useRootMark } from '../../ui/index.ts'
import { askBeforeAdding } from '../allergens/index.ts'
import { activeCart, cart, ownLinesOf, useCart, useCartCount, useCartSum, useQuantity } from './cart-store.ts'

/** The round button that opens the cart, with the number of dishes; from the first dish on, the end of a bar with their sum. */
export function CartBar() {
  const count = useCartCount()
  const sum = money(useCartSum())
  const isOpen = useCart((state) => state.isOpen)
  useRootMark('cart-bar', count > 0)
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

/** The "+" of a dish. Once in the cart, a stepper unfolds around it; of a sold-out dish it can only be reduced. */
export function DishStepper({ item, className }: { item: MenuItem; className?: string }) {
  const name = nameIn(language, item)
  const quantity = useQuantity(item.id)
  const plusButton = useRef<HTMLButtonElement>(null)
  const stepper = useRef<HTMLDivElement>(null)
  const inCart = quantity > 0

  /** The cart opens from the page itself, so a search closes first. */
  function goToCart() {
    closeDialog('menu')
    cart.toggle()
  }

  function put() {
    if (activeCart().put({ dish: cartDishOf(item), quantity: 1 }))
      announceToScreenReader(t('cart.added', { name, count: Math.min(quantity + 1, MAX_QUANTITY) }))
  }

  function add() {
    if (item.hasOptions) openDialog('menu', { kind: 'about', item })
    else if (inCart) put()
    else askBeforeAdding(item, put)
  }

  function removeOne() {
    const [line, ...others] = ownLinesOf(item.id)
    // Which of them, only the cart can ask.
    if (others.length > 0) return goToCart()
    if (!line || !activeCart().put({ ...line, quantity: quantity - 1 }, keyOf(line))) return
    announceToScreenReader(
      quantity > 1 ? t('cart.changed', { name, count: quantity - 1 }) : t('cart.removed', { name }),
    )
    // The minus button is about to be removed: focus must stay at the dish.
    if (quantity === 1) (plusButton.current ?? stepper.current)?.focus()
  }

  return (
    <Stepper
      ref={stepper}
      className={className}
      onCard
      name={name}
      quantity={quantity}
      onChange={removeOne}
      max={hasPortion(item, quantity) ? (item.hasOptions ? Number.POSITIVE_INFINITY : undefined) : quantity}
      plus={
        isSoldOut(item)
          ? null
          : {
              ref: plusButton,
              'aria-haspopup': item.hasOptions ? 'dialog' : undefined,
              onClick: add,
            }
      }
    >
      {inCart && (
        // Without it, keyboard users would have to tab through the rest of the menu to reach the cart.
        <button
          type="button"
          onClick={goToCart}
          className="sr-only right-0 bottom-full mb-2 whitespace-nowrap rounded-control bg-ink px-3.5 py-2.5 text-sm font-semibold text-paper focus-visible:not-sr-only focus-visible:absolute"
        >
          {t('cart.goTo')}
        </button>
      )}
    </Stepper>
  )
}
