import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentToasts, subscribeToToasts } from '../ui/toast/store.ts'
import { patiently } from './patiently.ts'

export const loadToaster = patiently(() => import('../ui/toast/toaster.tsx'))
const Toaster = lazy(loadToaster)

/** The toaster: most visits never show a toast, so its code comes when the page is idle, or with the first one. */
export function LazyToaster() {
  const needed = useSyncExternalStore(subscribeToToasts, () => currentToasts().length > 0)
  return needed ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
