import { carryOver as carriedOver, stillCarried } from '#shared/domain/carry-over.ts'
import { randomKey } from '../../lib/random-key.ts'
import type { OwnLine } from './props.ts'
import { storedCarry } from './stored-carry.ts'
import { tableStore, takeView } from './table-store.ts'

/** Puts what lay in the phone's own cart into the table's; at every moment it is kept in one of the two, or between them. */
export function carryOver(lines: readonly OwnLine[], takeOut: (lines: readonly OwnLine[]) => void): void {
  const { view, seat } = tableStore.getState()
  if (!view || !seat) return
  const next = carriedOver(view, lines, randomKey())
  const carried = stillCarried(next, seat.sessionId)
  if (carried) storedCarry.write(carried)
  takeOut(lines)
  takeView(next)
}
