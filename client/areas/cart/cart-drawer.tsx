import { ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { cartTotal, type DishLine } from '#shared/domain/orders/cart.ts'
import { withLabel } from '#shared/domain/table.ts'
import { PauseNote, usePauseText } from '../../lib/settings/pause-note.tsx'
import { money, useHours, useSettings } from '../../lib/settings/settings.ts'
import { Button, EmptyState, t, useWhileOpen } from '../../ui/index.ts'
import { CartLines, CartShell } from './cart-lines.tsx'
import { cart, useCart, useCartLines } from './cart-store.ts'

interface CartDrawerProps {
  isShown?: boolean
  table: { number: number; label: string | null } | null
  /** The whole menu; empty until it is loaded. */
  items: readonly MenuItem[]
  /** Shown above the lines: an order whose outcome is not known. */
  notice?: ReactNode
  /** Shown there while takeaway orders are taken for later only. */
  ahead?: ReactNode
  /** The sheet in which a line is changed; it opens above the cart. */
  sheet?: ReactNode
  /** The dialog with the details of the order, which opens above the cart. */
  details?: ReactNode
}

/** This phone's own cart, in its frame. */
export default function CartDrawer({ isShown = true, table, items, notice, ahead, sheet, details }: CartDrawerProps) {
  const isOpen = useCart((state) => state.isOpen)
  const lines = useWhileOpen(isOpen, useCartLines())
  const { ordersPaused, ordersPausedUntil } = useSettings()
  const isPaused = usePauseText() !== undefined
  const hours = useHours()
  const mayWait = !table && hours?.pickup.on === true && (!ordersPaused || ordersPausedUntil !== null)
  const isAhead = isPaused && mayWait
  return (
    <CartShell
      isShown={isShown}
      title={table ? t('cart.sharedTitle', { table: withLabel(String(table.number), table.label) }) : t('cart.title')}
      footer={<CartFooter lines={lines} isPaused={isPaused && !mayWait} />}
    >
      {notice}
      {/* The next step says it itself. */}
      {isAhead ? ahead : <PauseNote className="my-4" />}
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
        <CartLines lines={lines} items={items} isTakeaway={!table} />
      )}
      {sheet}
      {details}
    </CartShell>
  )
}

function CartFooter({ lines, isPaused }: { lines: readonly DishLine[]; isPaused: boolean }) {
  return (
    <>
      <div className="mb-4 flex items-end justify-between gap-4">
        <p className="text-muted">
          {t('cart.total')}
          <span className="mt-0.5 block text-small font-medium">{t('cart.vatIncluded')}</span>
        </p>
        <p className="display figures text-figure leading-none">{money(cartTotal(lines))}</p>
      </div>
      <Button size="large" className="w-full" disabled={isPaused || lines.length === 0} onClick={cart.checkout}>
        {isPaused ? t('cart.paused') : t('cart.checkout')}
      </Button>
    </>
  )
}
