import { MAX_QUANTITY } from '#shared/domain/cart.ts'
import type { AddedDish, TableChange } from './table-changes.ts'
import { makeChange, shownTable, type TableState } from './table-state.ts'

/** A line of the guest's own cart that goes into the shared cart, or comes back from it. */
export interface CarriedLine {
  dish: AddedDish
  quantity: number
  notes?: string | undefined
}

/**
 * The state with the lines of the phone's own cart as pending changes. All dishes come before all notes, because a note
 * waits until its line has an id.
 */
export function withCarriedOver(view: TableState, lines: readonly CarriedLine[]): TableState {
  const { lines: shown } = shownTable(view)
  const added = lines.map(
    ({ dish: { id, name, nameRo, price }, quantity }): TableChange => ({
      kind: 'add',
      dish: { id, name, nameRo, price },
      quantity,
      isCarried: true,
    }),
  )
  const noted = lines.flatMap(({ dish: { id }, quantity, notes }): TableChange[] => {
    if (!notes?.trim()) return []
    const there = shown.find(({ participantId, menuItemId }) => participantId === view.own && menuItemId === id)
    const together = Math.min(MAX_QUANTITY, (there?.quantity ?? 0) + quantity)
    return [{ kind: 'set', menuItemId: id, quantity: together, notes: notes.trim() }]
  })
  return [...added, ...noted].reduce(makeChange, view)
}
