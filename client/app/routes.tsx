import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, Route, Switch, useSearch } from 'wouter'
import { paths } from '../lib/browser/paths.ts'
import { MenuPage } from '../pages/menu/index.tsx'
import { SpinnerPage } from '../ui/parts/spinner.tsx'

/** A slow network sees a spinner from then on. */
const FIRST_PAGE_MS = 1_000

// A table's QR code opens the menu, so the menu is loaded first; every other page is loaded when somebody goes there.
const LATER = {
  [paths.landing]: laterPage(() => import('../pages/landing/index.tsx')),
  [paths.auth]: laterPage(() => withDashboardWords(import('../pages/auth/index.tsx'))),
  [paths.dashboard]: laterPage(() => withDashboardWords(import('./dashboard-route.tsx'))),
}
const NotFoundPage = lazy(() => import('../pages/not-found/index.tsx'))

/** Waits a moment for the code of the page that the address names: React shows what follows a spinner 300 ms late. */
export async function firstPage(): Promise<void> {
  const page = Object.entries(LATER).find(([path]) => path === location.pathname)?.[1]
  const moment = new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_MS))
  // A failure is met again, and said, when the page is drawn.
  await Promise.race([page?.load().catch(() => {}), moment])
}

/** The pages that there are (docs/product.md#everywhere-routes). */
export function Routes() {
  const { t } = useTranslation()
  return (
    <Suspense fallback={<SpinnerPage label={t('common.loading')} />}>
      <Switch>
        <Route path={paths.landing} component={LATER[paths.landing].Page} />
        <Route path={paths.menu} component={MenuPage} />
        <Route path={paths.auth} component={LATER[paths.auth].Page} />
        <Route path={paths.order} component={ToMenu} />
        <Route path={paths.dashboard} component={LATER[paths.dashboard].Page} />
        <Route component={NotFoundPage} />
      </Switch>
    </Suspense>
  )
}

/** /order was printed on older codes: it leads to the menu and keeps the table. */
function ToMenu() {
  const asked = new URLSearchParams(useSearch())
  const kept = new URLSearchParams()
  for (const name of asked.has('table') ? ['table', 'key'] : []) {
    const value = asked.get(name)
    if (value !== null) kept.set(name, value)
  }
  return <Redirect replace to={kept.size > 0 ? `${paths.menu}?${kept}` : paths.menu} />
}

function laterPage(load: () => Promise<{ default: ComponentType }>) {
  const Later = lazy(load)
  let Loaded: ComponentType | undefined
  return {
    Page() {
      const [Shown] = useState(() => Loaded ?? Later)
      return <Shown />
    },
    async load() {
      Loaded = (await load()).default
    },
  }
}

async function withDashboardWords<Page>(page: Promise<Page>): Promise<Page> {
  await import('../lib/words/dashboard-words.ts')
  return page
}
