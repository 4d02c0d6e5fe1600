import type { AllergenCode } from './allergens.ts'
import { TAG_OF_ALLERGEN } from './filter.ts'

/* Tags that only forms need: their own file keeps them out of a guest's first script (docs/performance.md#budgets). */

/** Tags that only repeat what the list of allergens says: forms do not offer them. */
export const ALLERGEN_TAGS: readonly string[] = [...Object.values(TAG_OF_ALLERGEN), 'allergens']

/** The tags of a dish after its allergens change: a tag goes with the allergen that it repeats. */
export function tagsFollowing(
  tags: readonly string[],
  before: readonly AllergenCode[],
  codes: readonly AllergenCode[],
): string[] {
  const gone: unknown[] = before.filter((code) => !codes.includes(code)).map((code) => TAG_OF_ALLERGEN[code])
  if (before.length > 0 && codes.length === 0) gone.push('allergens')
  return tags.filter((tag) => !gone.includes(tag))
}
