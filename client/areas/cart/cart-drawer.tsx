import { ShoppingBag } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { nameIn } from '#shared/domain/language.ts'
import { cartTotal, roomForNotes } from '#shared/domain/orders/cart.ts'
import { withLabel } from '#shared/domain/table-name.ts'
import { PauseNote } from '../../lib/settings/pause-note.tsx'
import { useMoney } from '../../lib/settings/settings.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { focusNeighbour } from '../../ui/focus-neighbour.ts'
import { LineStepper } from '../../ui/inputs/quantity-stepper.tsx'
import { Drawer } from '../../ui/overlays/drawer.tsx'
import { useWhileOpen } from '../../ui/overlays/use-while-open.ts'
import { Button } from '../../ui/parts/button.tsx'
import { EmptyState } from '../../ui/parts/empty-state.tsx'
import { LineNote } from '../../ui/parts/line-note.tsx'
import { CartLineView } from '../orders/index.ts'
import { announceToScreenReader } from './cart-button.tsx'
import { cart, useCart } from './cart-store.ts'
import type { DishLine } from './stored-cart.ts'

/** A line of the cart: picture, name, price times quantity, note, stepper, and a button that removes it. */
function CartRow({ line }: { line: DishLine }) {
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

interface CartDrawerProps {
  /** The table that is set. */
  table: { number: number; label: string | null } | null
  /** Shown above the lines: an order whose outcome is not known. */
  notice?: ReactNode
  /** The checkout dialog, rendered inside so that it opens above the drawer. */
  children?: ReactNode
}

/** This phone's own cart, as a drawer from the bottom of the screen. */
export default function CartDrawer({ table, notice, children }: CartDrawerProps) {
  const { t } = useTranslation()
  const isOpen = useCart((state) => state.isOpen)
  const lines = useWhileOpen(
    isOpen,
    useCart((state) => state.lines),
  )
  useEffect(cart.drawerLoaded, [])
  return (
    <Drawer
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) cart.close()
      }}
      title={table ? t('cart.sharedTitle', { table: withLabel(String(table.number), table.label) }) : t('cart.title')}
      footer={<CartFooter lines={lines} />}
    >
      {notice}
      {/* The checkout above the drawer says it itself. */}
      <PauseNote className="my-4" />
      {lines.length === 0 ? (
        <EmptyState
          icon={<ShoppingBag />}
          title={t('cart.empty')}
          description={t('cart.emptyDescription')}
          action={
            <Button variant="outline" onClick={cart.close}>
              {t('cart.backToMenu')}
            </Button>
          }
        />
      ) : (
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <CartRow key={line.dish.id} line={line} />
          ))}
        </ul>
      )}
      {children}
    </Drawer>
  )
}

function CartFooter({ lines }: { lines: readonly DishLine[] }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  return (
    <>
      <div className="mb-4 flex items-end justify-between gap-4">
        <p className="text-muted">
          {t('cart.total')}
          <span className="mt-0.5 block text-[13px] font-medium">{t('cart.vatIncluded')}</span>
        </p>
        <p className="display figures text-[27px] leading-none">{format(cartTotal(lines))}</p>
      </div>
      <Button size="large" className="w-full" disabled={lines.length === 0} onClick={cart.checkout}>
        {t('cart.checkout')}
      </Button>
    </>
  )
}
