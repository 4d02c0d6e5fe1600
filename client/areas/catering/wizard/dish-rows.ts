import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Language, Named } from '#shared/domain/language.ts'
import { foldText } from '#shared/domain/text.ts'
import type { DishMark } from './dish-choice.tsx'
import { type ChosenDish, sortedByName } from './proposal.ts'

/** A dish that can be chosen: on the menu, or chosen before it was deleted. */
export interface EventDish extends Named {
  id: number
  price: number
  mark: DishMark | undefined
  /** Both names without case and diacritics, for searching. */
  searchText: string
}

/** All dishes that can be chosen, sorted by their names in the language. */
export function dishRows(
  dishes: readonly MenuItem[],
  chosen: Readonly<Record<string, ChosenDish>>,
  language: Language,
): EventDish[] {
  const menuIds = new Set(dishes.map(({ id }) => id))
  const deleted = Object.entries(chosen).filter(([id]) => !menuIds.has(Number(id)))
  const rows = [
    ...dishes.map((dish) => rowOf(dish.id, dish, markOf(dish))),
    ...deleted.map(([id, dish]) => rowOf(Number(id), dish, 'deleted')),
  ]
  return sortedByName(rows, language)
}

function rowOf(id: number, { name, nameRo, price }: Named & { price: number }, mark: DishMark | undefined): EventDish {
  return { id, name, nameRo, price, mark, searchText: foldText(`${name}\n${nameRo}`) }
}

function markOf({ isActive, soldOutUntil }: MenuItem): DishMark | undefined {
  if (!isActive) return 'hidden'
  return soldOutUntil === null ? undefined : 'soldOut'
}

/** The rows with `query` in a name of either language; if `ids` is not null, only those with these ids. */
export function findRows(rows: readonly EventDish[], query: string, ids: ReadonlySet<number> | null): EventDish[] {
  const foldedQuery = foldText(query.trim())
  return rows.filter(({ id, searchText }) => searchText.includes(foldedQuery) && (ids === null || ids.has(id)))
}
