import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { importWithRetry } from '../lib/loading/import-with-retry.ts'
import { whenIdle } from '../lib/loading/when-idle.ts'
import { currentToasts, subscribeToToasts } from '../ui/toast/store.ts'

const loadToaster = importWithRetry(() => import('../ui/toast/toaster.tsx'))
const Toaster = lazy(loadToaster)

/**
 * The toaster: most visits never show a toast, so its code comes when the page is idle; not with the first toast, which
 * may be that the network is gone.
 */
export function LazyToaster() {
  useEffect(() => whenIdle(loadToaster.prefetch), [])
  const needed = useSyncExternalStore(subscribeToToasts, () => currentToasts().length > 0)
  return needed ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
