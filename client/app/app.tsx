import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { queryClient } from '../lib/api/query.ts'
import { importWithRetry } from '../lib/loading/import-with-retry.ts'
import { whenIdle } from '../lib/loading/when-idle.ts'
import { useRestaurantLanguage } from '../lib/settings/settings.ts'
import { currentToasts, subscribeToToasts } from '../ui/toast/store.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Routes } from './routes.tsx'

/** The root component: providers, routes and toasts. */
export function App() {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <RestaurantLanguage />
        <Routes />
        <LazyToaster />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

function RestaurantLanguage() {
  useRestaurantLanguage()
  return null
}

const loadToaster = importWithRetry(() => import('../ui/toast/toaster.tsx'))
const Toaster = lazy(loadToaster)

/**
 * The toaster. Most visits never show a toast, so its code is loaded when the page is idle; not with the first toast,
 * which may be about a lost connection.
 */
function LazyToaster() {
  useEffect(() => whenIdle(loadToaster.prefetch), [])
  const isNeeded = useSyncExternalStore(
    subscribeToToasts,
    () => currentToasts().length > 0,
    () => false,
  )
  return isNeeded ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
