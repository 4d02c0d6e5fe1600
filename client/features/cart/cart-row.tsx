import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_QUANTITY } from '#shared/domain/cart.ts'
import { nameIn } from '#shared/domain/language.ts'
import { DishPicture } from '../../lib/dish-picture.tsx'
import { useMoney } from '../../lib/settings.ts'
import { useLanguage } from '../../lib/use-language.ts'
import { focusNeighbour } from '../../ui/focus-neighbour.ts'
import { LineNote } from '../../ui/line-note.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { announce } from './announcer.tsx'
import { cart } from './cart-store.ts'
import type { DishLine } from './stored-cart.ts'

/** A dish in the cart: picture, name, price times quantity, its note, the stepper, and the way out. */
export function CartRow({ line }: { line: DishLine }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { dish, quantity, notes } = line
  const name = nameIn(useLanguage(), dish)

  const row = useRef<HTMLLIElement>(null)

  function set(next: number) {
    // The row is about to go: focus must not fall off the drawer.
    if (next === 0) focusNeighbour(row.current)
    cart.setQuantity(dish.id, next)
    announce(next > 0 ? t('cart.changed', { name, count: next }) : t('cart.removed', { name }))
  }

  return (
    <li ref={row} className="flex gap-3.5 py-3.5">
      <DishPicture dish={dish} sizes="96px" className="size-[54px] shrink-0 rounded-[13px]" />
      <div className="min-w-0 flex-1">
        <p className="text-[15.5px] font-semibold leading-snug">{name}</p>
        <p className="figures mt-0.5 text-sm text-muted">
          {format(dish.price)} × {quantity}
        </p>
        <LineNote name={name} notes={notes ?? ''} onType={(typed) => cart.setNotes(dish.id, typed)} />
      </div>
      <div className="flex shrink-0 flex-col items-end justify-between gap-1">
        <QuantityStepper
          quantity={quantity}
          most={MAX_QUANTITY}
          onChange={set}
          labels={{
            less: t('menu.less', { name }),
            more: t('menu.more', { name }),
            remove: t('cart.remove', { name }),
          }}
        />
        {quantity > 1 && (
          <button
            type="button"
            aria-label={t('cart.remove', { name })}
            title={t('cart.remove', { name })}
            onClick={() => set(0)}
            className="touch grid size-8 place-items-center rounded-full text-muted hover:bg-sunk hover:text-ink"
          >
            <X aria-hidden="true" className="size-[17px]" />
          </button>
        )}
      </div>
    </li>
  )
}
