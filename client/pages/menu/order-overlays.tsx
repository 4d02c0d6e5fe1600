import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { CartDrawer, cart, leaveCart, loadCartDrawer, useCart, useIsOwnCart } from '../../features/cart/index.ts'
import {
  AttemptNotice,
  checkout,
  isAsking,
  loadOrderDetailsDialog,
  loadStoredAttempt,
  loadSuccessDialog,
  OrderDetailsDialog,
  phaseOf,
  StillWanted,
  SuccessDialog,
  useCheckout,
} from '../../features/checkout/index.ts'
import { loadOrderProgress, OrderProgress } from '../../features/order-status/index.ts'
import { JoinOffer } from '../../features/shared-sessions/index.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { useEver } from '../../lib/loading/use-ever.ts'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { TableCheck } from './table/table-check.tsx'
import type { GuestTable } from './table/use-guest-table.ts'
import { usePlacedAtTable } from './table/use-placed-at-table.ts'
import { useCheckoutEffects } from './use-checkout-effects.ts'

const ChooseTable = lazy(importWithRetry(() => import('./table/choose-table.tsx')))
const TableCart = lazy(importWithRetry(() => import('./table/table-cart.tsx')))

interface OrderOverlaysProps {
  items: readonly MenuItem[]
  table: GuestTable
  choosingTable: boolean
  onChooseTable: (open: boolean) => void
}

/** Everything between the cart button and a placed order; loaded when the page is idle, or when it is first needed. */
export function OrderOverlays({ items, table, choosingTable, onChooseTable }: OrderOverlaysProps) {
  const lines = useCart((state) => state.lines)
  const isOpen = useCart((state) => state.isOpen)
  const step = useCart((state) => state.step)
  const isOwnCart = useIsOwnCart()
  const atTable = usePlacedAtTable()
  const needed = useEver(isOpen && isOwnCart)
  const detailsNeeded = useEver(isOpen && step === 'details')
  const attempt = useCheckout()
  const successNeeded = useEver(attempt.phase === 'placed' || atTable.placed !== null)
  const questionNeeded = useEver(isAsking(attempt))
  const tableNeeded = useEver(choosingTable)
  useCheckoutEffects()
  useEffect(
    () =>
      whenIdle(() => {
        for (const part of [
          loadCartDrawer,
          loadOrderDetailsDialog,
          loadStoredAttempt,
          loadSuccessDialog,
          loadOrderProgress,
        ])
          part.prefetch()
      }),
    [],
  )

  const placed = useLast(attempt.phase === 'placed' ? attempt.placed.id : atTable.placed?.id)

  // A cart that was emptied under the dialog (the only dish sold out) has nothing to order.
  const { phase } = attempt
  const nothingToOrder = isOpen && step === 'details' && lines.length === 0 && (phase === 'idle' || phase === 'refused')
  useEffect(() => {
    if (!nothingToOrder) return
    checkout.acknowledge()
    cart.backToCart()
  }, [nothingToOrder])

  const nameOf = useCallback(
    (menuItemId: number) => {
      const dish =
        items.find(({ id }) => id === menuItemId) ?? lines.find(({ dish: { id } }) => id === menuItemId)?.dish
      return dish && nameIn(currentLanguage(), dish)
    },
    [items, lines],
  )
  const remove = useCallback((menuItemIds: number[]) => {
    for (const id of menuItemIds) cart.remove(id)
    checkout.acknowledge()
  }, [])
  const finish = useCallback(() => {
    cart.finishOrder()
    checkout.acknowledge()
    atTable.acknowledge()
  }, [atTable.acknowledge])

  return (
    <Suspense fallback={null}>
      {needed && isOwnCart && (
        <CartDrawer
          tableNumber={table.table?.number ?? null}
          notice={
            step === 'cart' && (
              <>
                {phaseOf(attempt) && <AttemptNotice className="my-4" />}
                {table.table && (
                  <Suspense fallback={null}>
                    <JoinOffer className="my-4" />
                  </Suspense>
                )}
              </>
            )
          }
        >
          {/* A boundary of its own: without it the drawer would be taken down while the dialog loads. */}
          <Suspense fallback={null}>
            {detailsNeeded && (
              <OrderDetailsDialog
                open={isOpen && step === 'details'}
                onClose={() => {
                  checkout.acknowledge()
                  cart.backToCart()
                }}
                lines={lines}
                table={table.table}
                held={table.checking && <TableCheck table={table} />}
                nameOf={nameOf}
                onRemove={remove}
              />
            )}
          </Suspense>
        </CartDrawer>
      )}
      {table.table && (
        <Suspense fallback={null}>
          <TableCart table={table.table} items={items} onPlaced={atTable.take} onAtTable={table.sitAt} />
        </Suspense>
      )}
      {successNeeded && (
        <SuccessDialog order={atTable.placed} onDone={finish}>
          <Suspense fallback={null}>{placed !== undefined && <OrderProgress orderId={placed} />}</Suspense>
        </SuccessDialog>
      )}
      {questionNeeded && (
        <Suspense fallback={null}>
          <StillWanted />
        </Suspense>
      )}
      {tableNeeded && (
        <ChooseTable
          open={choosingTable}
          onOpenChange={onChooseTable}
          tableId={table.table?.id ?? null}
          onChoose={(id) => {
            onChooseTable(false)
            // Leaves the shared cart of the former table first: its guests would wait for somebody who is gone.
            if (id !== table.table?.id) leaveCart(() => table.choose(id))
          }}
        />
      )}
    </Suspense>
  )
}

/** The last value that was set: a closing dialog still shows what it was about. */
function useLast<Value>(now: Value | undefined): Value | undefined {
  const [last, setLast] = useState(now)
  if (now !== undefined && now !== last) setLast(now)
  return now ?? last
}
