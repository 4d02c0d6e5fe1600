import type { MenuItem } from '#shared/contracts/menu.ts'
import type { Language, Named } from '#shared/domain/language.ts'
import { foldText } from '#shared/domain/text.ts'
import type { DishMark } from './dish-choice.tsx'
import { type ChosenDish, sortedByName } from './proposal.ts'

/** A dish that can be chosen: one of the menu, or one that was chosen before it was deleted. */
export interface EventDish extends Named {
  id: number
  price: number
  mark: DishMark | undefined
  /** Folded, for searching. */
  searched: string
}

/** All that can be chosen, by name in the language. */
export function dishRows(
  dishes: readonly MenuItem[],
  chosen: Readonly<Record<string, ChosenDish>>,
  language: Language,
): EventDish[] {
  const known = new Set(dishes.map(({ id }) => id))
  const deleted = Object.entries(chosen).filter(([id]) => !known.has(Number(id)))
  const rows = [
    ...dishes.map((dish) => rowOf(dish.id, dish, markOf(dish))),
    ...deleted.map(([id, last]) => rowOf(Number(id), last, 'deleted')),
  ]
  return sortedByName(rows, language)
}

function rowOf(id: number, { name, nameRo, price }: Named & { price: number }, mark: DishMark | undefined): EventDish {
  return { id, name, nameRo, price, mark, searched: foldText(`${name}\n${nameRo}`) }
}

function markOf({ isActive, soldOutUntil }: MenuItem): DishMark | undefined {
  if (!isActive) return 'hidden'
  return soldOutUntil === null ? undefined : 'soldOut'
}

/** The rows that contain what was typed in a name of either language, and are among those wanted, where any are. */
export function findRows(rows: readonly EventDish[], typed: string, only: ReadonlySet<number> | null): EventDish[] {
  const wanted = foldText(typed.trim())
  return rows.filter(({ id, searched }) => searched.includes(wanted) && (only === null || only.has(id)))
}
