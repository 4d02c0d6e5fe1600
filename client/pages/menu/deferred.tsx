import { Suspense } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { AllergenDialogs } from '../../areas/allergens/index.ts'
import { cart } from '../../areas/cart/index.ts'
import { AttemptNotice, phaseOf, useCheckout, WaitingOrderBar } from '../../areas/checkout/index.ts'
import { MenuOverlays, type MenuOverlaysState } from '../../areas/menu/index.ts'
import { OrderStatusLine } from '../../areas/order-status/index.ts'
import { useServiceWorker } from './offline.tsx'
import { OrderOverlays } from './order-overlays.tsx'
import type { GuestTable } from './use-guest-table.ts'
import { useLiveMenu } from './use-live-menu.ts'

export { CachedNotice } from './offline.tsx'

const NO_DISHES: readonly MenuItem[] = []

interface DeferredPartsProps {
  overlays: MenuOverlaysState
  /** Undefined until the whole menu is loaded. */
  items: readonly MenuItem[] | undefined
  onSearchResult: (item: MenuItem) => void
  table: GuestTable
  isChoosingTable: boolean
  onChooseTable: (open: boolean) => void
}

/** What the menu needs once its first view is there: the live channel, the service worker, and all that opens above it. */
export function DeferredParts({ overlays, items, onSearchResult, ...order }: DeferredPartsProps) {
  useLiveMenu()
  useServiceWorker()
  return (
    <>
      <OrderStatusLine menu={items ?? NO_DISHES} />
      <MenuOverlays overlays={overlays} items={items} onSearchResult={onSearchResult} />
      {/* An open dish sheet has them inside. */}
      {!(overlays.open && overlays.shown?.kind === 'about') && <AllergenDialogs />}
      <OrderOverlays items={items ?? NO_DISHES} {...order} />
    </>
  )
}

/** The notice about an order whose outcome is not known, below the header. */
export function UnknownOutcomeNotice() {
  if (phaseOf(useCheckout()) !== 'open') return null
  return (
    <Suspense fallback={null}>
      <AttemptNotice className="mx-auto mt-4 max-w-xl shadow-lift" />
    </Suspense>
  )
}

/** The bar about a waiting order, above the cart's bar. */
export function WaitingOrderNotice() {
  if (phaseOf(useCheckout()) !== 'waiting') return null
  return (
    <Suspense fallback={null}>
      <WaitingOrderBar onDetails={cart.toggle} />
    </Suspense>
  )
}
