import { deferred as en } from '#shared/i18n/en/deferred.ts'
import { deferred as ro } from '#shared/i18n/ro/deferred.ts'
import { addWords } from './i18n.ts'

// Messages of parts that are loaded after the first view: loaded with those parts.
addWords({ en, ro })
