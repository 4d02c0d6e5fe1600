// First, so that the fonts are requested before other modules run.
import './app/fonts-early.ts'

import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, prefetchPage } from './app/app.tsx'
import { expectMenu, firstResponses, takeServerData } from './app/first-data.ts'
import { beforeFirstRender, loadFirstWords, startPage } from './app/start-page.ts'
import './app/styles.css'
import { isTranslated } from './lib/browser/translator.ts'
import { allStyles } from './lib/loading/import-with-retry.ts'
import './ui/overlays/first-pop.ts'

/* The page of guests (index.html). */

function start() {
  const root = document.getElementById('root') as HTMLElement
  const rendered = takeServerData()
  const mayHydrate = rendered?.fits ?? false
  if (!mayHydrate) void allStyles()
  const others = mayHydrate ? undefined : beforeFirstRender(prefetchPage(), firstResponses())
  void Promise.all([loadFirstWords(), others]).then(() => {
    if (rendered) expectMenu()
    // React cannot hydrate what a translator has changed before; what it changes meanwhile, React renders anew.
    if (mayHydrate && !root.querySelector('font'))
      return hydrateRoot(root, <App />, { onRecoverableError: (error) => isTranslated() || reportError(error) })
    // At once: the shapes of what the server has rendered stay until the page is there (app/first-view.css).
    flushSync(() => createRoot(root).render(<App />))
    delete document.documentElement.dataset.ssr
  })
}

if (startPage()) start()
