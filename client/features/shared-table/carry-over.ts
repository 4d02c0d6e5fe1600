import type { OwnLine } from './props.ts'
import { tableStore } from './table-store.ts'

/** Puts what lay in the phone's own cart into the table's; at every moment it is kept in one of the two, or between them. */
export function carryOver(lines: readonly OwnLine[], takeOut: (lines: readonly OwnLine[]) => void): void {
  const { page } = tableStore.getState()
  if (!page) return
  page.carryOver(lines)
  takeOut(lines)
}
