import { dashboard as en } from '#shared/i18n/en/dashboard.ts'
import { dashboard as ro } from '#shared/i18n/ro/dashboard.ts'
import { addWords } from './i18n.ts'

// Loaded together with sign-in and dashboard, never with the guest's pages.
addWords({ en, ro })
