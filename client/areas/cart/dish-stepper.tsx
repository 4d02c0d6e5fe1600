import { Minus, Plus } from 'lucide-react'
import { useRef } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { isSoldOut } from '#shared/domain/menu/filter.ts'
import { hasPortion } from '#shared/domain/menu/published-dish.ts'
import { MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { askBeforeAdding } from '../allergens/index.ts'
import { announceToScreenReader } from './cart-bar.tsx'
import { activeCart, cart, cartDishOf, useQuantity } from './cart-store.ts'

const ROUND = 'grid shrink-0 place-items-center rounded-full transition-[background-color,transform] active:scale-95'

interface DishStepperProps {
  item: MenuItem
  onOptions: (item: MenuItem) => void
  /** Whether a link for the keyboard leads to the cart, which opens only from the page itself. */
  leadsToCart?: boolean
}

/** The "+" of a dish. Once in the cart, a stepper unfolds around it; of a sold-out dish it can only be reduced. */
export function DishStepper({ item, onOptions, leadsToCart = true }: DishStepperProps) {
  const { t } = useTranslation()
  const name = nameIn(useTranslation().language, item)
  const quantity = useQuantity(item.id)
  const plusButton = useRef<HTMLButtonElement>(null)
  const inCart = quantity > 0
  const container = useRef<HTMLDivElement>(null)

  function add() {
    if (activeCart().add(cartDishOf(item)))
      announceToScreenReader(t('cart.added', { name, count: Math.min(quantity + 1, MAX_QUANTITY) }))
  }

  function removeOne() {
    const [line, ...others] = activeCart().linesOf(item.id)
    // Which of them, only the cart can ask.
    if (others.length > 0) return cart.toggle()
    if (!line || !activeCart().setQuantity(line.key, quantity - 1)) return
    announceToScreenReader(
      quantity > 1 ? t('cart.changed', { name, count: quantity - 1 }) : t('cart.removed', { name }),
    )
    // The minus button is about to be removed: focus must stay at the dish.
    if (quantity === 1) (plusButton.current ?? container.current)?.focus()
  }

  return (
    <div
      ref={container}
      tabIndex={-1}
      className={cx(
        'relative flex h-[46px] items-center justify-end rounded-full outline-none',
        inCart &&
          'w-[116px] border border-line bg-card p-[2px] shadow-[0_3px_10px_rgb(66_42_24/0.16)] md:border-transparent md:bg-accent-soft md:shadow-none',
      )}
    >
      {inCart && (
        <>
          <button
            type="button"
            aria-label={t('menu.less', { name })}
            onClick={removeOne}
            className={cx(ROUND, 'touch size-10 text-accent hover:bg-sunk')}
          >
            <Minus className="size-[18px]" strokeWidth={2.4} />
          </button>
          <span className="figures flex-1 text-center text-base font-bold">
            <span className="sr-only">{t('menu.inCart', { count: quantity })}</span>
            <span aria-hidden="true">{quantity}</span>
          </span>
        </>
      )}
      {!isSoldOut(item) && (
        <button
          ref={plusButton}
          data-adds
          type="button"
          aria-label={inCart ? t('menu.more', { name }) : t('menu.add', { name })}
          aria-haspopup={item.hasOptions ? 'dialog' : undefined}
          disabled={!hasPortion(item, quantity) || (quantity >= MAX_QUANTITY && !item.hasOptions)}
          onClick={() => (item.hasOptions ? onOptions(item) : inCart ? add() : askBeforeAdding(item, add))}
          className={cx(
            ROUND,
            'bg-accent text-on-accent hover:bg-accent-strong disabled:bg-sunk disabled:text-muted',
            inCart ? 'touch size-10' : 'size-[46px] shadow-[0_4px_12px_rgb(180_65_14/0.28)] dark:shadow-none',
          )}
        >
          <Plus className={inCart ? 'size-[18px]' : 'size-[22px]'} strokeWidth={2.4} />
        </button>
      )}
      {inCart && leadsToCart && (
        // Without it, keyboard users would have to tab through the rest of the menu to reach the cart.
        <button
          type="button"
          onClick={cart.toggle}
          className="sr-only right-0 bottom-full mb-2 whitespace-nowrap rounded-control bg-ink px-3.5 py-2.5 text-sm font-semibold text-paper focus-visible:not-sr-only focus-visible:absolute"
        >
          {t('cart.goTo')}
        </button>
      )}
    </div>
  )
}
