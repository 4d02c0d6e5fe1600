import i18n from 'i18next'
import { deferred as en } from '#shared/i18n/en/deferred.ts'
import { deferred as ro } from '#shared/i18n/ro/deferred.ts'

// Messages of parts that are loaded after the first view: loaded with those parts.
// They are merged with those already loaded, group by group.
i18n.addResourceBundle('en', 'translation', en, true, true)
i18n.addResourceBundle('ro', 'translation', ro, true, true)
