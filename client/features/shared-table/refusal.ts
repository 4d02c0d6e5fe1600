import { hearRefusal } from '#shared/domain/table-view.ts'
import { giveBack, tableStore, takeView } from './table-store.ts'

/** With these the dish itself is gone, and nobody can order it. */
const GONE = ['item_unavailable', 'not_found']

/** A change was refused: it is taken back, and a dish that came from the phone's own cart returns there. */
export function takeRefusal(ref: number, code: string): void {
  const { view } = tableStore.getState()
  const refused = view?.pending.find((waiting) => waiting.ref === ref)
  if (!view || !refused) return
  const { change } = refused
  if (change.kind === 'add' && change.isCarried && !GONE.includes(code))
    giveBack([{ dish: change.dish, quantity: change.quantity, notes: noteOf(change.dish.id) }])
  takeView(hearRefusal(view, ref))
}

function noteOf(dishId: number): string | undefined {
  for (const { change } of tableStore.getState().view?.pending ?? []) {
    if (change.kind === 'set' && change.menuItemId === dishId && change.notes) return change.notes
  }
  return undefined
}
