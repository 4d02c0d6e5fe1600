import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import './app/styles.css'
import { startI18n } from './lib/i18n.ts'
import { startTheme } from './lib/theme.ts'

startTheme()
startI18n()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
