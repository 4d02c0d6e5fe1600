// First, so that the fonts are requested before other modules run.
import './app/fonts-early.ts'

import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, loadFirstPage } from './app/app.tsx'
import { expectMenu, loadFirstResponses, takeServerData } from './app/first-data.ts'
import './app/styles.css'
import { startTheme } from './lib/browser/preferences.tsx'
import { allowTranslators, isTranslated } from './lib/browser/translator.ts'
import { allStyles, importWithRetry, WITHOUT_STYLES } from './lib/loading/import-with-retry.ts'
import { loadWords, startI18n } from './lib/words/load-words.ts'
import './ui/overlays/first-pop.ts'

function start() {
  allowTranslators()
  startTheme()
  startI18n()
  const loadFirstWords = importWithRetry(() => loadWords('firstView'), WITHOUT_STYLES)

  const root = document.getElementById('root') as HTMLElement
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  )
  const rendered = takeServerData()
  const mayHydrate = rendered?.fits ?? false
  if (!mayHydrate) void allStyles()
  void Promise.all([loadFirstWords(), ...(mayHydrate ? [] : [loadFirstResponses(), loadFirstPage()])]).then(() => {
    if (rendered) expectMenu()
    // React cannot hydrate what a translator has changed before; what it changes meanwhile, React renders anew.
    if (mayHydrate && !root.querySelector('font'))
      return hydrateRoot(root, app, { onRecoverableError: (error) => isTranslated() || reportError(error) })
    // At once: the shapes of what the server has rendered stay until the page is there (app/first-view.css).
    flushSync(() => createRoot(root).render(app))
    delete document.documentElement.dataset.ssr
  })
}

// Older browsers have the menu as a list (index.html).
if (document.documentElement.dataset.old === undefined) start()
