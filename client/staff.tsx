// First, so that the fonts are requested before other modules run.
import './app/fonts-early.ts'

import { type ComponentType, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { Route, Switch } from 'wouter'
import { AppFrame } from './app/app-frame.tsx'
import { beforeFirstRender, loadFirstWords, startPage } from './app/start-page.ts'
import './app/styles.css'
import { paths } from './lib/browser/paths.ts'
import { lazyPart } from './lib/loading/lazy-part.tsx'
import { usePlace } from './lib/settings/settings.ts'
import { DOCUMENT_WORDS } from './lib/words/load-words.ts'
import './lib/words/staff-words.ts'
import { SpinnerPage, t } from './ui/index.ts'
import './ui/overlays/first-pop.ts'

/* The pages of staff (staff.html). Which files each of them needs is named there (scripts/plugins.ts). */

// The dashboard's tickets and messages are written in the restaurant's language, whatever the page's is; on the other
// pages only parts that they load later do so.
const PAGES = {
  [paths.auth]: lazyPart(() => import('./pages/auth/index.tsx'), 'dashboard'),
  [paths.dashboard]: lazyPart(
    () => withFirstData(import('./pages/dashboard/index.tsx')),
    'dashboard',
    ...DOCUMENT_WORDS,
  ),
  [paths.kitchen]: lazyPart(() => withFirstData(import('./pages/kitchen/index.tsx')), 'service'),
  [paths.floor]: lazyPart(() => withFirstData(import('./pages/floor/index.tsx')), 'service'),
}

/** A page with what its first render shows. */
async function withFirstData(loading: Promise<{ default: ComponentType; loadFirstData: () => Promise<void> }>) {
  const page = await loading
  await page.loadFirstData()
  return page
}

function StaffPages() {
  return (
    <AppFrame>
      <Pages />
    </AppFrame>
  )
}

/** Made anew when the language, the currency or the time zone changes. */
function Pages() {
  return (
    <Switch key={usePlace()}>
      {Object.entries(PAGES).map(([path, Page]) => (
        <Route key={path} path={path} component={Page} />
      ))}
      <Route component={GuestsPage} />
    </Switch>
  )
}

/** The address is that of a page of guests, such as the menu, to which staff without duties are sent: the server has it. */
function GuestsPage() {
  useEffect(() => location.reload(), [])
  return <SpinnerPage label={t('common.loading')} />
}

function start() {
  const page = Object.entries(PAGES).find(([path]) => path === location.pathname)?.[1]
  void Promise.all([loadFirstWords(), beforeFirstRender(Promise.resolve(page?.prefetch()))]).then(() =>
    createRoot(document.getElementById('root') as HTMLElement).render(<StaffPages />),
  )
}

if (startPage()) start()
