import { addStaffWords } from './load-words.ts'

/* The words of staff's pages. The build of guests' pages does not contain them. */
addStaffWords({
  service: {
    en: async () => (await import('#shared/i18n/words/service.ts?en')).service,
    ro: async () => (await import('#shared/i18n/words/service.ts?ro')).service,
  },
  dashboard: {
    en: async () => (await import('#shared/i18n/words/dashboard.ts?en')).dashboard,
    ro: async () => (await import('#shared/i18n/words/dashboard.ts?ro')).dashboard,
  },
  fiscal: {
    en: async () => (await import('#shared/i18n/words/fiscal.ts?en')).fiscal,
    ro: async () => (await import('#shared/i18n/words/fiscal.ts?ro')).fiscal,
  },
})
