import { useEffect } from 'react'
import { EventsTab } from '../../features/catering/index.ts'
import { CustomersTab } from '../../features/customers/index.ts'
import { Journal } from '../../features/journal/index.ts'
import { MenuTab } from '../../features/menu-editor/index.ts'
import { useIsBoardLoaded } from '../../features/orders/index.ts'
import { PromotionsTab } from '../../features/promotion-editor/index.ts'
import { TablesTab } from '../../features/table-editor/index.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { whenIdle } from '../../lib/loading/when-idle.ts'

export const AllSettings = lazyPart(() => import('./all-settings.tsx'))
export const BeforeServiceView = lazyPart(() => import('./before-service-view.tsx'))
/** Fetched only when it is opened: its charts are large. */
export const ReportsView = lazyPart(() => import('./reports-view.tsx'))

const LATER = [CustomersTab, MenuTab, TablesTab, EventsTab, PromotionsTab, AllSettings, Journal, BeforeServiceView]

/** Fetches the code of what is not looked at first, once the board is drawn and the page is idle. */
export function usePrefetchedParts(): void {
  const isLoaded = useIsBoardLoaded()
  useEffect(() => {
    if (!isLoaded) return
    return whenIdle(() => {
      for (const part of LATER) part.prefetch()
    })
  }, [isLoaded])
}
