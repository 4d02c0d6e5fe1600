import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { Redirect, Route, Switch, useSearch } from 'wouter'
import { queryClient } from '../lib/api/query.ts'
import { paths } from '../lib/browser/paths.ts'
import { useIdleOrTouched } from '../lib/loading/import-with-retry.ts'
import { lazyPart } from '../lib/loading/lazy-part.tsx'
import { SettingsProvider, useRestaurantLanguage } from '../lib/settings/settings.ts'
import { DOCUMENT_WORDS } from '../lib/words/load-words.ts'
import { MenuPage } from '../pages/menu/index.tsx'
import { Boundary, PageFailure, Part, SpinnerPage, useToasts, useTranslation } from '../ui/index.ts'
import { menuWorks } from './first-data.ts'

export function App() {
  return (
    <Boundary failure={<PageFailure />}>
      <QueryClientProvider client={queryClient}>
        <SettingsProvider>
          <RestaurantLanguage />
          <Routes />
          <LateParts />
        </SettingsProvider>
      </QueryClientProvider>
    </Boundary>
  )
}

function RestaurantLanguage() {
  useRestaurantLanguage()
  return null
}

const PageParts = lazyPart(() => import('./page-parts.tsx'))

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
      <Part>{isReady && <PageParts />}</Part>
    </div>
  )
}

/** How long the first render waits for the page's code before it shows a spinner. */
const FIRST_PAGE_MS = 1_000

// A table's QR code opens the menu, so its code is in the main bundle; every other page is loaded when it is opened.
// The dashboard's tickets and messages are written in the restaurant's language, whatever the page's is; on the other
// pages only parts that they load later do so.
const LAZY_PAGES = {
  [paths.landing]: lazyPart(() => import('../pages/landing/index.tsx'), 'overlays', 'deferred'),
  [paths.auth]: lazyPart(() => userPage(import('./user-pages.ts'), 'auth'), 'dashboard'),
  [paths.dashboard]: lazyPart(() => userPage(import('./user-pages.ts'), 'dashboard'), 'dashboard', ...DOCUMENT_WORDS),
  [paths.kitchen]: lazyPart(() => userPage(import('./service-pages.ts'), 'kitchen'), 'service'),
  [paths.floor]: lazyPart(() => userPage(import('./service-pages.ts'), 'floor'), 'service'),
}
const NotFoundPage = lazyPart(() => import('../pages/not-found/index.tsx'), 'deferred')

/** Waits up to a second for the code of the URL's page, because React delays the content after a spinner by 300 ms. */
export async function loadFirstPage(): Promise<void> {
  const page = Object.entries(LAZY_PAGES).find(([path]) => path === location.pathname)?.[1]
  const timeout = new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_MS))
  await Promise.race([page?.prefetch(), timeout])
}

/** The routes of all pages (docs/product/everywhere.md#everywhere-routes). */
function Routes() {
  const { t } = useTranslation()
  return (
    <Part waiting={<SpinnerPage label={t('common.loading')} />} failure={<PageFailure />}>
      <Switch>
        <Route path={paths.landing} component={LAZY_PAGES[paths.landing]} />
        <Route path={paths.menu} component={Menu} />
        <Route path={paths.auth} component={LAZY_PAGES[paths.auth]} />
        <Route path={paths.order} component={RedirectToMenu} />
        <Route path={paths.dashboard} component={LAZY_PAGES[paths.dashboard]} />
        <Route path={paths.kitchen} component={LAZY_PAGES[paths.kitchen]} />
        <Route path={paths.floor} component={LAZY_PAGES[paths.floor]} />
        <Route component={NotFoundPage} />
      </Switch>
    </Part>
  )
}

/** The menu; its effects run once it works. */
function Menu() {
  useEffect(menuWorks, [])
  return <MenuPage />
}

/** Redirects /order, which older printed codes contain, to the menu with the same table. */
function RedirectToMenu() {
  const search = new URLSearchParams(useSearch())
  const tableSearch = new URLSearchParams()
  for (const name of search.has('table') ? ['table', 'key'] : []) {
    const value = search.get(name)
    if (value !== null) tableSearch.set(name, value)
  }
  return <Redirect replace to={tableSearch.size > 0 ? `${paths.menu}?${tableSearch}` : paths.menu} />
}

interface UserPage {
  default: ComponentType
  loadFirstData?: () => Promise<void>
}

/** A page for users with what its first render shows. */
async function userPage<Name extends string>(pages: Promise<Record<Name, () => Promise<UserPage>>>, name: Name) {
  const page = await (await pages)[name]()
  await page.loadFirstData?.()
  return page
}
