import type { OwnLine } from './props.ts'
import { change } from './table-store.ts'

/** Puts what lay in the phone's own cart into the table's. */
export function carryOver(lines: readonly OwnLine[]): void {
  for (const { dish, quantity, notes } of lines) {
    change({ kind: 'add', dish, quantity })
    if (notes?.trim()) change({ kind: 'set', menuItemId: dish.id, quantity, notes: notes.trim() })
  }
}
