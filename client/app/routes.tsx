import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, Route, Switch, useSearch } from 'wouter'
import { paths } from '../lib/paths.ts'
import { MenuPage } from '../pages/menu/index.tsx'
import { SpinnerPage } from '../ui/spinner.tsx'

// A table's QR code opens the menu, so the menu is loaded first; every other page is loaded when somebody goes there.
const LandingPage = lazy(() => import('../pages/landing/index.tsx'))
const AuthPage = lazy(() => withDashboardWords(import('../pages/auth/index.tsx')))
const DashboardRoute = lazy(() => withDashboardWords(import('./dashboard-route.tsx')))
const NotFoundPage = lazy(() => import('../pages/not-found/index.tsx'))

/** The pages that there are (docs/product.md#everywhere-routes). */
export function Routes() {
  const { t } = useTranslation()
  return (
    <Suspense fallback={<SpinnerPage label={t('common.loading')} />}>
      <Switch>
        <Route path={paths.landing} component={LandingPage} />
        <Route path={paths.menu} component={MenuPage} />
        <Route path={paths.auth} component={AuthPage} />
        <Route path={paths.order} component={ToMenu} />
        <Route path={paths.dashboard} component={DashboardRoute} />
        <Route component={NotFoundPage} />
      </Switch>
    </Suspense>
  )
}

/** /order was printed on older codes: it leads to the menu and keeps the table. */
function ToMenu() {
  const table = new URLSearchParams(useSearch()).get('table')
  return <Redirect replace to={table === null ? paths.menu : `${paths.menu}?table=${encodeURIComponent(table)}`} />
}

async function withDashboardWords<Page>(page: Promise<Page>): Promise<Page> {
  await import('../lib/dashboard-words.ts')
  return page
}
