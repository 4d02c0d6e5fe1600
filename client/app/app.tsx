import { useEffect } from 'react'
import { Redirect, Route, Switch, useSearch } from 'wouter'
import { paths } from '../lib/browser/paths.ts'
import { lazyPart } from '../lib/loading/lazy-part.tsx'
import { MenuPage } from '../pages/menu/index.tsx'
import { AppFrame } from './app-frame.tsx'
import { menuWorks } from './first-data.ts'

// A table's QR code opens the menu, so its code is in the main bundle; the others are loaded when they are opened.
const LandingPage = lazyPart(() => import('../pages/landing/index.tsx'), 'overlays', 'deferred')
const NotFoundPage = lazyPart(() => import('../pages/not-found/index.tsx'), 'deferred')

/** Loads the code of the landing page if it is the address's. */
export async function prefetchPage(): Promise<void> {
  if (location.pathname === paths.landing) await LandingPage.prefetch()
}

/** The pages of guests (docs/product/everywhere.md#everywhere-routes); staff's are another page of the build. */
export function App() {
  return (
    <AppFrame>
      <Switch>
        <Route path={paths.landing} component={LandingPage} />
        <Route path={paths.menu} component={Menu} />
        <Route path={paths.order} component={RedirectToMenu} />
        <Route component={NotFoundPage} />
      </Switch>
    </AppFrame>
  )
}

/** The menu; its effects run once it works. */
function Menu() {
  useEffect(() => void menuWorks(), [])
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
