import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { AllergenDialogs, OwnAllergensButton } from '../../areas/allergens/index.ts'
import { MenuOverlays, type MenuOverlaysState } from '../../areas/menu/index.ts'
import { OrderStatusLine } from '../../areas/order-status/index.ts'
import { useServiceWorker } from './offline.tsx'
import { OrderOverlays } from './order-overlays.tsx'
import type { GuestTable } from './use-guest-table.ts'
import { useLiveMenu } from './use-live-menu.ts'

export { UnknownOutcomeNotice, WaitingOrderNotice } from './attempt-notices.tsx'
export { CachedNotice } from './offline.tsx'

interface LaterPartsProps {
  overlays: MenuOverlaysState
  /** Undefined until the whole menu is loaded. */
  items: readonly MenuItem[] | undefined
  onSearchResult: (item: MenuItem) => void
  table: GuestTable
  isChoosingTable: boolean
  onChooseTable: (open: boolean) => void
}

/** What the menu needs once its first view is there: the live channel, the service worker, and all that opens above it. */
export function LaterParts({ overlays, items, onSearchResult, ...order }: LaterPartsProps) {
  useLiveMenu()
  useServiceWorker()
  return (
    <>
      <OrderStatusLine />
      <MenuOverlays
        overlays={overlays}
        items={items}
        onSearchResult={onSearchResult}
        aboutFooter={<OwnAllergensButton onPress={() => overlays.setOpen(false)} />}
      />
      <AllergenDialogs />
      <OrderOverlays items={items ?? []} {...order} />
    </>
  )
}
