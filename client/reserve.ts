// First, so that the fonts are requested before other modules run.
import './app/fonts-early.ts'

import { LANGUAGES } from '#shared/domain/language.ts'
import { inLanguage } from '#shared/i18n/pairs.ts'
import { reserveWords } from '#shared/i18n/words/reserve.ts'
import './app/reserve.css'
import { startTheme } from './lib/browser/preferences.tsx'
import { startI18n } from './lib/words/load-words.ts'
import { startReserve } from './pages/reserve/index.ts'
import { i18n } from './ui/translation.ts'

/* The pages on which guests reserve a table (reserve.html). */

const { dataset } = document.documentElement
// Older browsers have a sentence (app/layout.html).
if (dataset.old === undefined) {
  for (const language of LANGUAGES) i18n.addWords(language, inLanguage(reserveWords, language))
  startTheme()
  startI18n()
  const data = document.querySelector('script[type="application/json"]')?.textContent
  void startReserve(document.getElementById('root') as HTMLElement, data ? JSON.parse(data) : undefined).then(() => {
    delete dataset.ssr
  })
}
