import { deferred as en } from '#shared/i18n/en/deferred.ts'
import { deferred as ro } from '#shared/i18n/ro/deferred.ts'
import { addWords } from './i18n.ts'

// The words of the shared table, of allergens, and of a page without a network: loaded with those parts, never with a
// guest's first view.
addWords({ en, ro })
