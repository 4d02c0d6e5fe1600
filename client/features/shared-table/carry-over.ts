import { carryOver as carriedOver } from '#shared/domain/carry-over.ts'
import type { OwnLine } from './props.ts'
import { tableStore, takeView } from './table-store.ts'

/** Puts what lay in the phone's own cart into the table's; at every moment it is kept in one of the two, or between them. */
export function carryOver(lines: readonly OwnLine[], takeOut: (lines: readonly OwnLine[]) => void): void {
  const { view } = tableStore.getState()
  if (!view) return
  takeView(carriedOver(view, lines))
  takeOut(lines)
}
