import { MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import type { AddedDish, TableChange } from './table-changes.ts'
import { addPendingChange, shownTable, type TableState } from './table-state.ts'

/** A line that moves between the phone's own cart and the shared cart. */
export interface CarriedLine {
  dish: AddedDish
  quantity: number
  notes?: string | undefined
}

/**
 * The state with the lines of the phone's own cart added as pending changes: first all dishes, then all notes, because
 * a note waits until its line has an id.
 */
export function addCarriedLines(state: TableState, lines: readonly CarriedLine[]): TableState {
  const { lines: shown } = shownTable(state)
  const added = lines.map(
    ({ dish: { id, name, nameRo, price }, quantity }): TableChange => ({
      kind: 'add',
      dish: { id, name, nameRo, price },
      quantity,
      isCarried: true,
    }),
  )
  const withNotes = lines.flatMap(({ dish: { id }, quantity, notes }): TableChange[] => {
    if (!notes?.trim()) return []
    const existing = shown.find(({ participantId, menuItemId }) => participantId === state.ownId && menuItemId === id)
    const totalQuantity = Math.min(MAX_QUANTITY, (existing?.quantity ?? 0) + quantity)
    return [{ kind: 'set', menuItemId: id, quantity: totalQuantity, notes: notes.trim() }]
  })
  return [...added, ...withNotes].reduce(addPendingChange, state)
}
