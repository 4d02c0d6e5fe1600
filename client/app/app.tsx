import { QueryClientProvider } from '@tanstack/react-query'
import { Component, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { queryClient } from '../lib/api/query.ts'
import { importWithRetry } from '../lib/loading/import-with-retry.ts'
import { whenIdle } from '../lib/loading/when-idle.ts'
import { useRestaurantLanguage } from '../lib/settings/settings.ts'
import { Button } from '../ui/parts/button.tsx'
import { EmptyState } from '../ui/parts/empty-state.tsx'
import { useToasts } from '../ui/toast/store.ts'
import { useTranslation } from '../ui/translation.ts'
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
  const isNeeded = useToasts((toasts) => toasts.length > 0)
  return isNeeded ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}

/** Catches errors of rendering and of loading code, and offers to reload the page. */
class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <PageFailure /> : this.props.children
  }
}

function PageFailure() {
  const { t } = useTranslation()
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        role="alert"
        title={t('common.pageFailed')}
        description={t('common.pageFailedDescription')}
        action={<Button onClick={() => location.reload()}>{t('common.reload')}</Button>}
      />
    </main>
  )
}
