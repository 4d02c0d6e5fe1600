import { later as en } from '#shared/i18n/en/later.ts'
import { later as ro } from '#shared/i18n/ro/later.ts'
import { addWords } from './i18n.ts'

// The words of the shared table and of allergens: loaded with those parts, never with a guest's first view.
addWords({ en, ro })
