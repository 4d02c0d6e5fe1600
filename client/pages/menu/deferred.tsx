import { Suspense, useEffect } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { AllergenDialogs } from '../../areas/allergens/index.ts'
import { openCalls } from '../../areas/calls/index.ts'
import { CartRepair, cart, useCart, useGuestOptions, useLineSheet } from '../../areas/cart/index.ts'
import { AttemptNotice, phaseOf, useCheckout, WaitingOrderBar } from '../../areas/checkout/index.ts'
import { MenuOverlays, type MenuOverlaysState } from '../../areas/menu/index.ts'
import { OrderStatusLine } from '../../areas/order-status/index.ts'
import { wasSignedIn } from '../../lib/browser/was-signed-in.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { chosenLanguage, currentLanguage } from '../../lib/words/language.ts'
import { useEverOpened } from '../../ui/overlays/opening.ts'
import { HoursLine } from './hours-line.ts'
import { OrderOverlays } from './order-overlays.tsx'
import type { GuestTable } from './use-guest-table.ts'
import { useLiveMenu } from './use-live-menu.ts'
import { useServiceWorker } from './use-service-worker.ts'

const NO_DISHES: readonly MenuItem[] = []

interface DeferredPartsProps {
  overlays: MenuOverlaysState
  /** Undefined until the whole menu is loaded. */
  items: readonly MenuItem[] | undefined
  onSearchResult: (item: MenuItem) => void
  onCategory: (key: string) => void
  table: GuestTable
  isChoosingTable: boolean
  onChooseTable: (open: boolean) => void
}

/** What the menu needs once its first view is there: the live channel, the service worker, and all that opens above it. */
export function DeferredParts({ overlays, items, onSearchResult, onCategory, ...order }: DeferredPartsProps) {
  const hasCart = useEverOpened(useCart(({ lines, stored }) => lines.length > 0 || (stored ?? null) !== null))
  useLiveMenu()
  useServiceWorker()
  useLanguageOffer()
  const isLineSheetOpen = useLineSheet(({ open }) => open)
  // Fetched now, when the page is idle, and again whenever the menu changes.
  useGuestOptions(items?.some(({ hasOptions }) => hasOptions) ?? false)
  const mayCall = useSettings().tableCalls && !wasSignedIn()
  return (
    <>
      <Suspense fallback={null}>{hasCart && <CartRepair items={items} />}</Suspense>
      <HoursLine isAtTable={order.table.hasPlace} />
      <OrderStatusLine menu={items ?? NO_DISHES} />
      <MenuOverlays
        overlays={overlays}
        items={items}
        onSearchResult={onSearchResult}
        onCategory={onCategory}
        onAskWaiter={order.table.table && mayCall ? openCalls : undefined}
      />
      {/* An open dish sheet or search has them inside. */}
      {!isLineSheetOpen &&
        !(overlays.open && (overlays.shown?.kind === 'about' || overlays.shown?.kind === 'search')) && (
          <AllergenDialogs items={items} />
        )}
      <OrderOverlays items={items ?? NO_DISHES} {...order} />
    </>
  )
}

/** Loads the offer of the phone's language only where it may be another one. */
function useLanguageOffer(): void {
  useEffect(() => {
    if (chosenLanguage() || navigator.language.startsWith(currentLanguage())) return
    void import('./language-offer.ts').then(({ offerLanguage }) => offerLanguage()).catch(() => {})
  }, [])
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
