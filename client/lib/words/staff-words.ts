import { addStaffWords } from './load-words.ts'

/* The words of staff's pages. The build of guests' pages does not contain them. */
addStaffWords({
  service: {
    en: async () => (await import('#shared/i18n/en/service.ts')).service,
    ro: async () => (await import('#shared/i18n/ro/service.ts')).service,
  },
  dashboard: {
    en: async () => (await import('#shared/i18n/en/dashboard.ts')).dashboard,
    ro: async () => (await import('#shared/i18n/ro/dashboard.ts')).dashboard,
  },
  fiscal: {
    en: async () => (await import('#shared/i18n/en/fiscal.ts')).fiscal,
    ro: async () => (await import('#shared/i18n/ro/fiscal.ts')).fiscal,
  },
})
