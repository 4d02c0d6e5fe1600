import { QueryClientProvider } from '@tanstack/react-query'
import { LazyToaster } from '../lib/lazy-toaster.tsx'
import { queryClient } from '../lib/query.ts'
import { useRestaurantLanguage } from '../lib/settings.ts'
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
