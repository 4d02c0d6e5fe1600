// First, so that the fonts are requested before other modules run.
import './app/fonts-early.ts'

import { reserveWords as en } from '#shared/i18n/en/reserve.ts'
import { reserveWords as ro } from '#shared/i18n/ro/reserve.ts'
import './app/reserve.css'
import { startTheme } from './lib/browser/preferences.tsx'
import { startI18n } from './lib/words/load-words.ts'
import { startReserve } from './pages/reserve/index.ts'
import { i18n } from './ui/translation.ts'

/* The pages on which guests reserve a table (reserve.html). */

const { dataset } = document.documentElement
// Older browsers have a sentence (app/layout.html).
if (dataset.old === undefined) {
  i18n.addWords('en', en)
  i18n.addWords('ro', ro)
  startTheme()
  startI18n()
  const data = document.querySelector('script[type="application/json"]')?.textContent
  void startReserve(document.getElementById('root') as HTMLElement, data ? JSON.parse(data) : undefined).then(() => {
    delete dataset.ssr
  })
}
