import { useEffect } from 'react'
import { Journal } from '../../features/journal/index.ts'
import { useIsBoardLoaded } from '../../features/orders/index.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { LAZY_TABS } from './lazy-tabs.tsx'

export const AllSettings = lazyPart(() => import('./all-settings.tsx'))
export const BeforeServiceView = lazyPart(() => import('./before-service-view.tsx'))
/** Fetched only when it is opened: its charts are large. */
export const ReportsView = lazyPart(() => import('./reports-view.tsx'))

const LATER = [...Object.values(LAZY_TABS), AllSettings, Journal, BeforeServiceView]

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
