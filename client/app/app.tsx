import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../lib/query.ts'
import { useRestaurantLanguage } from '../lib/settings.ts'
import { LazyToaster } from '../ui/toast/lazy-toaster.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Routes } from './routes.tsx'

/** What every page stands in. */
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
