import { useEffect } from 'react'
import { BackupSettings } from '../../areas/backups/index.ts'
import { Journal } from '../../areas/journal/index.ts'
import { useIsBoardLoaded } from '../../areas/orders/index.ts'
import { discardEarlyResponses } from '../../lib/api/api.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { LAZY_TABS } from './lazy-tabs.tsx'

export const AllSettings = lazyPart(() => import('./all-settings.tsx'))
export const BeforeServiceView = lazyPart(() => import('./before-service-view.tsx'))
/** Loaded only while the list is not put away. */
export const FirstStepsView = lazyPart(() => import('./first-steps-view.tsx'))
/** Loaded only when it is opened, because of its large chart library. */
export const ReportsView = lazyPart(() => import('./reports-view.tsx'))

const PREFETCHED = [...Object.values(LAZY_TABS), AllSettings, Journal, BackupSettings, BeforeServiceView]

/** Prefetches the code of the parts that are not shown first, once the Orders tab is loaded and the page is idle. */
export function usePrefetchedParts(): void {
  const isLoaded = useIsBoardLoaded()
  useEffect(() => {
    if (!isLoaded) return
    return whenIdle(() => {
      for (const part of PREFETCHED) void part.prefetch()
      // The open tab has used its responses; another tab would show the others much later, when they are outdated.
      discardEarlyResponses()
    })
  }, [isLoaded])
}
