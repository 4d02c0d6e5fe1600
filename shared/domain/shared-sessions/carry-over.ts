import { MAX_QUANTITY } from '../cart.ts'
import type { TableChange } from './table-changes.ts'
import { makeChange, shownTable, type TableState } from './table-view.ts'

/** A dish as a change names it, how many of it, and the guest's note. */
export interface CarriedLine {
  dish: { id: number; name: string; nameRo: string; price: number }
  quantity: number
  notes?: string | undefined
}

/**
 * The view with what lay in a phone's own cart on its way into the table's. All dishes come before all notes: a note
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
