import type { MenuItem, PublishedDish, RareFields } from '../../contracts/menu/menu.ts'

/** Values with which `GET /api/menu` leaves out fields that few dishes use (docs/product/menu.md#menu-answer). */
export const UNUSED_FIELDS = {
  ...{ allergenCodes: [], ingredients: '', ingredientsRo: '', allergensChecked: false, soldOutUntil: null },
  ...{ nameIsFallback: false, optionGroupIds: [], isSetMenu: false, takeawayFee: null, servedHours: null },
  ...{ portionsLeft: null, categoryServedHours: null, hasOptions: false, fromPrice: null, requiredAllergenCodes: [] },
  ...{ partsUndeclared: false, unmet: false, offer: null },
} satisfies RareFields

/** A dish for the list, without the fields that it does not use. */
export function publishedDish(dish: MenuItem): PublishedDish {
  const published: PublishedDish = { ...dish }
  for (const [field, unused] of Object.entries(UNUSED_FIELDS) as [keyof RareFields, unknown][]) {
    const value = dish[field]
    // Hours without an entry are not null: the dish is never served.
    if (value === unused || (Array.isArray(unused) && Array.isArray(value) && value.length === 0))
      delete published[field]
  }
  return published
}

/** Returns the dishes of a list with all fields: those of a category have its hours, which only its first one lists. */
export function wholeDishes(listed: readonly PublishedDish[]): MenuItem[] {
  const hours = new Map<string, MenuItem['categoryServedHours']>()
  return listed.map((published) => {
    const { category, categoryServedHours = hours.get(category) ?? null } = published
    hours.set(category, categoryServedHours)
    return { ...UNUSED_FIELDS, ...published, categoryServedHours }
  })
}

/** Guests read how many portions are left from here down. */
const SHOWN_PORTIONS = 5

/** Whether guests may read how many portions of a dish are left (docs/product/menu.md#menu-portions). */
export const showsPortions = ({ portionsLeft }: Pick<MenuItem, 'portionsLeft'>): boolean =>
  portionsLeft === null || portionsLeft <= SHOWN_PORTIONS

/** Whether a cart with so many portions of a dish may get one more, as far as is known. */
export const hasPortion = ({ portionsLeft }: Pick<MenuItem, 'portionsLeft'>, taken: number): boolean =>
  portionsLeft === null || taken < portionsLeft

interface DishNames {
  name: string
  nameRo: string
  /** Whether the dish has no English name yet. */
  nameIsFallback: boolean
}

/**
 * Returns the names after a change. While `nameIsFallback` is true, `name` follows `nameRo`; another `name` ends that.
 * The old `name` beside a new `nameRo` comes from an older form (docs/product/menu.md#menu-fallback-name).
 */
export function namesAfter(before: DishNames, change: Partial<DishNames>): DishNames {
  const { name = before.name, nameRo = before.nameRo } = change
  const repeats = change.nameIsFallback ?? (before.nameIsFallback && name === before.name)
  const nameIsFallback = repeats && nameRo !== ''
  return { name: nameIsFallback ? nameRo : name, nameRo, nameIsFallback }
}
