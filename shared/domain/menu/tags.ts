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

/** Tags that only repeat what the list of allergens says: they are not offered for a dish without them. */
export const ALLERGEN_TAGS: readonly string[] = ['gluten', 'dairy', 'allergens']

export type TagKey = (typeof TAG_KEYS)[number]

/** The tags of a dish that are among `TAG_KEYS`, each once, in the dish's order (docs/product/menu.md#menu-tags). */
export function knownTags(tags: readonly string[]): TagKey[] {
  return [...new Set(tags)].filter((tag): tag is TagKey => (TAG_KEYS as readonly string[]).includes(tag))
}
