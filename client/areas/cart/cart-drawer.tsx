import { ShoppingBag } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { cartTotal } from '#shared/domain/orders/cart.ts'
import { withLabel } from '#shared/domain/table-name.ts'
import { PauseNote } from '../../lib/settings/pause-note.tsx'
import { useMoney } from '../../lib/settings/settings.ts'
import { Drawer } from '../../ui/overlays/drawer.tsx'
import { useWhileOpen } from '../../ui/overlays/use-while-open.ts'
import { Button } from '../../ui/parts/button.tsx'
import { EmptyState } from '../../ui/parts/empty-state.tsx'
import { CartRow } from './cart-row.tsx'
import { cart } from './cart-store.ts'
import type { DishLine } from './stored-cart.ts'
import { useCart } from './use-cart.ts'

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
