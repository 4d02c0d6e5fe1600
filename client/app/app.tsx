import { QueryClientProvider } from '@tanstack/react-query'
import { useRestaurantLanguage } from '../entities/settings/index.ts'
import { queryClient } from '../lib/api/query.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { LazyToaster } from './lazy-toaster.tsx'
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
