import { dashboard as en } from '#shared/i18n/en/dashboard.ts'
import { dashboard as ro } from '#shared/i18n/ro/dashboard.ts'
import { addWords } from './i18n.ts'

// Messages of sign-in and dashboard: loaded with those pages, never with the guest's.
addWords({ en, ro })
