import type { AllergenCode } from './allergens.ts'

/** The tag keys that a dish can carry; others are stored but not displayed (docs/product/menu.md#menu-tags). */
export const TAG_KEYS = [
  'caffeine',
  'alcohol',
  'beer',
  'gluten',
  'vegan',
  'vegetarian',
  'spicy',
  'fresh',
  'dairy',
  'healthy',
  'allergens',
  'carne',
  'pui',
  'special',
  'premium',
  'italian',
] as const

/** How an allergen is called among the tags, if there is one for it. */
const TAG_OF_ALLERGEN: Partial<Record<AllergenCode, string>> = { gluten: 'gluten', milk: 'dairy' }

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

/** Whether the allergens say what a tag does. */
export function repeatsAllergens(tag: string, codes: readonly AllergenCode[]): boolean {
  return tag === 'allergens' ? codes.length > 0 : codes.some((code) => TAG_OF_ALLERGEN[code] === tag)
}

export type TagKey = (typeof TAG_KEYS)[number]

/** The tags of a dish that are among `TAG_KEYS`, each once, in the dish's order (docs/product/menu.md#menu-tags). */
export function knownTags(tags: readonly string[]): TagKey[] {
  return [...new Set(tags)].filter((tag): tag is TagKey => (TAG_KEYS as readonly string[]).includes(tag))
}
