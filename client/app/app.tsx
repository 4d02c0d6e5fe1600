import { QueryClientProvider } from '@tanstack/react-query'
import { Component, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { queryClient } from '../lib/api/query.ts'
import { importWithRetry, whenIdle } from '../lib/loading/import-with-retry.ts'
import { useRestaurantLanguage } from '../lib/settings/settings.ts'
import { Button, EmptyState, useToasts, useTranslation } from '../ui/index.ts'
import { Routes } from './routes.tsx'

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

/** The toaster. Its code is loaded when the page is idle: the first toast may be about a lost connection. */
function LazyToaster() {
  useEffect(() => whenIdle(loadToaster.prefetch), [])
  const isNeeded = useToasts((toasts) => toasts.length > 0)
  return isNeeded ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}

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
