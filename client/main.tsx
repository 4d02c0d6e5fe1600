// First, so that the fonts are requested before other modules run.
import './app/fonts-early.ts'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadFirstResponses } from './app/first-answers.ts'
import { loadFirstPage } from './app/routes.tsx'
import './app/styles.css'
import { startTheme } from './lib/browser/theme.ts'
import { startI18n } from './lib/words/i18n.ts'

startTheme()
startI18n()

void Promise.all([loadFirstResponses(), loadFirstPage()]).then(() => {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
})
