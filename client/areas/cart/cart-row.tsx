import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { nameIn } from '#shared/domain/language.ts'
import { roomForNotes } from '#shared/domain/orders/cart.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { focusNeighbour } from '../../ui/focus-neighbour.ts'
import { LineStepper } from '../../ui/inputs/quantity-stepper.tsx'
import { LineNote } from '../../ui/parts/line-note.tsx'
import { CartLineView } from '../orders/index.ts'
import { announceToScreenReader } from './announcer.tsx'
import { cart } from './cart-store.ts'
import type { DishLine } from './stored-cart.ts'
import { useCart } from './use-cart.ts'

/** A line of the cart: picture, name, price times quantity, note, stepper, and a button that removes it. */
export function CartRow({ line }: { line: DishLine }) {
  const { t } = useTranslation()
  const { dish, quantity, notes } = line
  const name = nameIn(useLanguage(), dish)
  const row = useRef<HTMLLIElement>(null)
  const room = useCart(({ lines }) =>
    roomForNotes(lines.map((other) => (other.dish.id === dish.id ? '' : other.notes))),
  )
  const isSoldOut = useCart(({ soldOut }) => soldOut.includes(dish.id))

  function changeQuantity(next: number) {
    // The row is about to be removed: focus must stay in the drawer.
    if (next === 0) focusNeighbour(row.current)
    cart.setQuantity(dish.id, next)
    announceToScreenReader(next > 0 ? t('cart.changed', { name, count: next }) : t('cart.removed', { name }))
  }

  return (
    <CartLineView
      ref={row}
      dish={dish}
      name={name}
      price={dish.price}
      quantity={quantity}
      actions={<LineStepper name={name} quantity={quantity} mayAdd={!isSoldOut} onChange={changeQuantity} />}
    >
      {isSoldOut && <p className="mt-0.5 font-semibold text-cancelled text-sm">{t('menu.soldOutToday')}</p>}
      <LineNote name={name} notes={notes ?? ''} room={room} onType={(note) => cart.setNotes(dish.id, note)} />
    </CartLineView>
  )
}
