interface DishNames {
  name: string
  nameRo: string
  /** Whether the dish has no English name yet. */
  nameIsFallback: boolean
}

/**
 * The names of a dish after a change. While `nameIsFallback` is true, `name` follows `nameRo`; writing another `name`
 * ends that. The old `name` beside a new `nameRo` is a form that was opened before
 * (docs/product/menu.md#menu-fallback-name). The change itself may say that there is none.
 */
export function namesAfter(before: DishNames, change: Partial<DishNames>): DishNames {
  const { name = before.name, nameRo = before.nameRo } = change
  const repeats = change.nameIsFallback ?? (before.nameIsFallback && name === before.name)
  const nameIsFallback = repeats && nameRo !== ''
  return { name: nameIsFallback ? nameRo : name, nameRo, nameIsFallback }
}
