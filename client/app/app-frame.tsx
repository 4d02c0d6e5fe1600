import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { queryClient } from '../lib/api/query.ts'
import { useIdleOrTouched } from '../lib/loading/import-with-retry.ts'
import { lazyPart } from '../lib/loading/lazy-part.tsx'
import { SettingsProvider, useRestaurantLanguage } from '../lib/settings/settings.ts'
import { Boundary, PageFailure, Part, SpinnerPage, t, useLanguage, useToasts } from '../ui/index.ts'

/** What all pages are in. @param children the routes */
export function AppFrame({ children }: { children: ReactNode }) {
  useLanguage()
  return (
    <StrictMode>
      <Boundary failure={<PageFailure />}>
        <QueryClientProvider client={queryClient}>
          <SettingsProvider>
            <RestaurantLanguage />
            <Part waiting={<SpinnerPage label={t('common.loading')} />} failure={<PageFailure />}>
              {children}
            </Part>
            <LateParts />
          </SettingsProvider>
        </QueryClientProvider>
      </Boundary>
    </StrictMode>
  )
}

function RestaurantLanguage() {
  useRestaurantLanguage()
  return null
}

const PageHosts = lazyPart(() => import('./page-hosts.tsx'))

/**
 * What no first view shows. It is loaded when the page is idle, because the first toast may be about a lost connection,
 * and screen readers read only what is added to a live region that was there before. A dialog that opens before it is
 * loaded hides the rest of the page from screen readers, except elements with `aria-live`; hence the attribute here.
 */
function LateParts() {
  const isNeeded = useToasts((toasts) => toasts.length > 0)
  const isReady = useIdleOrTouched(isNeeded)
  return (
    <div aria-live="off">
      <Part>{isReady && <PageHosts />}</Part>
    </div>
  )
}
