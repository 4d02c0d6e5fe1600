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
export const TAG_OF_ALLERGEN: Partial<Record<AllergenCode, string>> = { gluten: 'gluten', milk: 'dairy' }

/** Whether the allergens say what a tag does. */
export function repeatsAllergens(tag: string, codes: readonly AllergenCode[]): boolean {
  return tag === 'allergens' ? codes.length > 0 : codes.some((code) => TAG_OF_ALLERGEN[code] === tag)
}

export type TagKey = (typeof TAG_KEYS)[number]

/** The tags of a dish that are among `TAG_KEYS`, each once, in the dish's order (docs/product/menu.md#menu-tags). */
export function knownTags(tags: readonly string[]): TagKey[] {
  return [...new Set(tags)].filter((tag): tag is TagKey => (TAG_KEYS as readonly string[]).includes(tag))
}
