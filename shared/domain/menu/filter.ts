import { type AllergenCode, allergenWarning, type DeclaredAllergens } from './allergens.ts'

/** The tag keys that a dish can carry; others are stored but not displayed (docs/product/menu.md#menu-tags). */
export const TAG_KEYS = [
  ...['caffeine', 'alcohol', 'beer', 'gluten', 'vegan', 'vegetarian', 'spicy', 'fresh', 'dairy', 'healthy'],
  ...['allergens', 'carne', 'pui', 'special', 'premium', 'italian'],
] as const

/** The tag that names an allergen, if there is one. */
export const TAG_OF_ALLERGEN: Partial<Record<AllergenCode, string>> = { gluten: 'gluten', milk: 'dairy' }

/** Whether one of the allergens means the same as the tag. */
export function repeatsAllergens(tag: string, codes: readonly AllergenCode[]): boolean {
  return tag === 'allergens' ? codes.length > 0 : codes.some((code) => TAG_OF_ALLERGEN[code] === tag)
}

export type TagKey = (typeof TAG_KEYS)[number]

/** The tags of a dish that are among `TAG_KEYS`, each once, in the dish's order (docs/product/menu.md#menu-tags). */
export function knownTags(tags: readonly string[]): TagKey[] {
  return [...new Set(tags)].filter((tag): tag is TagKey => (TAG_KEYS as readonly string[]).includes(tag))
}

/** The tags by which a guest can filter the menu. */
export const DIETS = ['vegetarian', 'vegan', 'noAlcohol'] as const
export type Diet = (typeof DIETS)[number]

/** The filter that a guest has set (docs/product/menu.md#menu-filter). */
export interface MenuFilter {
  /** The allergens that the guest avoids. */
  allergens: readonly AllergenCode[]
  /** Whether dishes that contain, or may contain, one of them are left out; otherwise they are only marked. */
  leavesOut: boolean
  diets: readonly Diet[]
}

export const NO_FILTER: MenuFilter = { allergens: [], leavesOut: false, diets: [] }

/** The tags of dishes for adults: both say that a dish contains alcohol. */
export const ALCOHOL_TAGS: readonly TagKey[] = ['alcohol', 'beer']

// A diet is what the restaurant has tagged: a dish without tags is neither vegetarian nor alcoholic.
const FITS: Record<Diet, (tags: readonly string[]) => boolean> = {
  vegetarian: (tags) => tags.includes('vegetarian') || tags.includes('vegan'),
  vegan: (tags) => tags.includes('vegan'),
  noAlcohol: (tags) => !ALCOHOL_TAGS.some((tag) => tags.includes(tag)),
}

/** Whether a dish contains one of these, or may: undeclared, unchecked (docs/product/menu.md#menu-my-allergens). */
export function mayContain(dish: DeclaredAllergens, allergens: readonly AllergenCode[]): boolean {
  const warning = allergenWarning(dish, allergens)
  return warning !== undefined && warning.kind !== 'note'
}

/** Whether a guest's filter leaves a dish out of the menu, the search and the suggestions. */
export function isLeftOut(dish: DeclaredAllergens & { tags: readonly string[] }, filter: MenuFilter): boolean {
  return (filter.leavesOut && mayContain(dish, filter.allergens)) || filter.diets.some((diet) => !FITS[diet](dish.tags))
}

/** A dish as a guest's page has it. */
export interface Orderable {
  soldOutUntil: string | null
  unmet: boolean
  /** The text shown outside its served hours. */
  notNow?: string | undefined
  /** Whether it could not be ordered when the menu was opened, and so stands last. */
  isLast?: boolean | undefined
}

/** Whether guests cannot order a dish now: it, or what must be chosen with it, is sold out, or it is not served. */
export const isSoldOut = ({ soldOutUntil, unmet, notNow }: Orderable): boolean =>
  unmet || soldOutUntil !== null || Boolean(notNow)

/** Whether the filter can leave out any dish. */
export const isRestricting = ({ allergens, leavesOut, diets }: MenuFilter): boolean =>
  diets.length > 0 || (leavesOut && allergens.length > 0)
