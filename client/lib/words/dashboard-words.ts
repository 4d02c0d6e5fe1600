import i18n from 'i18next'
import { dashboard as en } from '#shared/i18n/en/dashboard.ts'
import { dashboard as ro } from '#shared/i18n/ro/dashboard.ts'

// Messages of sign-in and dashboard: loaded with those pages, never with the guest's.
// They are merged with those already loaded, group by group.
i18n.addResourceBundle('en', 'translation', en, true, true)
i18n.addResourceBundle('ro', 'translation', ro, true, true)
