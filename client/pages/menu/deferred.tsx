import { useEffect, useRef } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { MENU_SPREAD_MS } from '#shared/domain/time/timing.ts'
import { AllergenDialogs } from '../../areas/allergens/index.ts'
import { CallButton } from '../../areas/calls/index.ts'
import { CartRepair, cart, useCart, useGuestOptions } from '../../areas/cart/index.ts'
import { AttemptNotice, phaseOf, useCheckout, WaitingOrderBar } from '../../areas/checkout/index.ts'
import { MenuOverlays, menuQuery, refetchGuestMenu } from '../../areas/menu/index.ts'
import { StatusLine, useOwnOrders } from '../../areas/order-status/index.ts'
import { TableChip } from '../../areas/shared-sessions/index.ts'
import { isServerReachable, recordAge, useCachedAnswers } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/api/query.ts'
import { batched } from '../../lib/live/live.ts'
import { importWithRetry, whenIdle } from '../../lib/loading/import-with-retry.ts'
import { Part } from '../../ui/index.ts'
import { OrderOverlays } from './order-overlays.tsx'
import type { GuestTable } from './use-guest-table.ts'

/** Whether a refetch of something that was fetched before has failed: what the page shows is then out of date. */
const hasRefetchFailed = () =>
  queryClient
    .getQueryCache()
    .findAll({ fetchStatus: 'idle' })
    .some(({ state: { status, data } }) => status === 'error' && data !== undefined)

const loadLive = importWithRetry(() => import('../../lib/live/live.ts'))

/**
 * Opens the live channel once the page is idle, and refetches the menu when it changes. When the server cannot be
 * reached, it marks the menu as old (docs/product/everywhere.md#everywhere-offline-age).
 */
export function useLiveMenu(): void {
  const [path] = menuQuery.queryKey
  const isOld = useRef(false)
  isOld.current = path in useCachedAnswers()
  useEffect(() => {
    let unfollow: (() => void) | undefined
    let isUnmounted = false
    // All phones in the restaurant receive the change at the same moment.
    const { request: menuChanged, cancel } = batched(
      () => void refetchGuestMenu(),
      () => Math.random() * MENU_SPREAD_MS,
    )
    const markIfLost = async () => {
      if ((await isServerReachable()) || isUnmounted || isOld.current) return
      const receivedAt = queryClient.getQueryState(menuQuery.queryKey)?.dataUpdatedAt
      if (receivedAt) recordAge(path, String(receivedAt))
    }
    addEventListener('offline', markIfLost)
    const cancelStart = whenIdle(() => {
      void loadLive().then(({ followLive, watchLiveStatus }) => {
        if (isUnmounted) return
        const unwatch = watchLiveStatus(({ state }) => {
          if (state === 'offline') void markIfLost()
        })
        const unfollowLive = followLive({
          MENU_CHANGED: menuChanged,
          // Otherwise a refetch that failed would be repeated only at the next change.
          HEARTBEAT: () => hasRefetchFailed() && menuChanged(),
          // Changes may have been missed while there was no connection.
          opened: () => void refetchGuestMenu(),
        })
        unfollow = () => {
          unwatch()
          unfollowLive()
        }
      })
    })
    return () => {
      isUnmounted = true
      cancel()
      removeEventListener('offline', markIfLost)
      cancelStart()
      unfollow?.()
    }
  }, [path])
}

/** Starts the service worker, which caches the menu, once the page is idle: it delays no first view. */
function useServiceWorker(): void {
  useEffect(() => {
    // In development there is no service worker.
    if (!import.meta.env.PROD) return
    let unfollow: (() => void) | undefined
    let isUnmounted = false
    const start = async () => {
      try {
        const { followServiceWorker } = await import('./follow-worker.ts')
        if (!isUnmounted) unfollow = followServiceWorker()
      } catch {
        // Tried again on the next visit.
      }
    }
    let cancelStart = () => removeEventListener('load', whenLoaded)
    const whenLoaded = () => {
      cancelStart = whenIdle(() => void start())
    }
    if (document.readyState === 'complete') whenLoaded()
    else addEventListener('load', whenLoaded, { once: true })
    return () => {
      isUnmounted = true
      cancelStart()
      unfollow?.()
    }
  }, [])
}

const NO_DISHES: readonly MenuItem[] = []

interface DeferredPartsProps {
  /** Undefined until the whole menu is loaded. */
  items: readonly MenuItem[] | undefined
  onSearchResult: (item: MenuItem) => void
  onCategory: (key: string) => void
  table: GuestTable
  isChoosingTable: boolean
  onChooseTable: (open: boolean) => void
}

/** What the menu needs once its first view is there: the live channel, the service worker, and all that opens above it. */
export function DeferredParts({ items, onSearchResult, onCategory, ...order }: DeferredPartsProps) {
  const hasCart = useCart(({ lines, isUnreadable }) => lines.length > 0 || isUnreadable)
  const hasOrders = useOwnOrders().length > 0
  useLiveMenu()
  useServiceWorker()
  // Fetched now, when the page is idle, and again whenever the menu changes.
  useGuestOptions(items?.some(({ hasOptions }) => hasOptions) ?? false)
  return (
    <>
      {hasCart && <CartRepair items={items} />}
      <Part>{hasOrders && <StatusLine menu={items ?? NO_DISHES} />}</Part>
      <MenuOverlays items={items} onSearchResult={onSearchResult} onCategory={onCategory} />
      <AllergenDialogs items={items} />
      <OrderOverlays items={items ?? NO_DISHES} {...order} />
    </>
  )
}

/** What a guest at a table can do besides ordering, beside the table's badge. */
export function TableActions({ table }: { table: NonNullable<GuestTable['table']> }) {
  return (
    <>
      <TableChip onOpen={cart.toggle} />
      <Part>
        <CallButton table={table} />
      </Part>
    </>
  )
}

/** The notice about an order whose outcome is not known, below the header. */
export function UnknownOutcomeNotice() {
  if (phaseOf(useCheckout()) !== 'open') return null
  return (
    <Part>
      <AttemptNotice className="mx-auto mt-4 max-w-xl shadow-lift" />
    </Part>
  )
}

/** The bar about a waiting order, above the cart's bar. */
export function WaitingOrderNotice() {
  if (phaseOf(useCheckout()) !== 'waiting') return null
  return (
    <Part>
      <WaitingOrderBar onDetails={cart.toggle} />
    </Part>
  )
}
