import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentToasts, subscribeToToasts } from './store.ts'

const Toaster = lazy(() => import('./toaster.tsx'))

/** The toaster, loaded with the first toast: most visits never show one. */
export function LazyToaster() {
  const needed = useSyncExternalStore(subscribeToToasts, () => currentToasts().length > 0)
  return needed ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
