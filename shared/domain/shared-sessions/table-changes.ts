import { MAX_QUANTITY } from '../cart.ts'
import type { Participant, SharedLine } from './shared-cart.ts'

/** What a page changes. Its own lines are named by their dish, since a new line has no id until the server answers. */
export type TableChange =
  | {
      kind: 'add'
      dish: { id: number; name: string; nameRo: string; price: number }
      quantity: number
      /** It comes from the phone's own cart, and returns there when it is refused. */
      isCarried?: true
    }
  /** 0 takes the line away; a note that is not said stays as it is. */
  | { kind: 'set'; menuItemId: number; quantity: number; notes?: string | null }
  | { kind: 'remove'; itemId: number }
  | { kind: 'ready'; isReady: boolean }

/** Lines and guests as a page shows them. */
export interface ShownTable {
  lines: readonly SharedLine[]
  guests: readonly Participant[]
}

/** What one change makes of what is shown: changing the cart takes back one's own mark and that of whose line it was. */
export function afterChange({ lines, guests }: ShownTable, change: TableChange, own: string): ShownTable {
  const isOwn = (menuItemId: number) => (line: SharedLine) =>
    line.participantId === own && line.menuItemId === menuItemId
  switch (change.kind) {
    case 'ready':
      return { lines, guests: marked(guests, [own], change.isReady) }
    case 'remove': {
      const owner = lines.find(({ id }) => id === change.itemId)?.participantId
      return {
        lines: lines.filter(({ id }) => id !== change.itemId),
        guests: marked(guests, owner === undefined ? [own] : [own, owner], false),
      }
    }
    case 'set': {
      const { quantity, notes } = change
      const mine = isOwn(change.menuItemId)
      return {
        lines:
          quantity === 0
            ? lines.filter((line) => !mine(line))
            : lines.map((line) =>
                mine(line) ? { ...line, quantity, notes: notes === undefined ? line.notes : notes } : line,
              ),
        guests: marked(guests, [own], false),
      }
    }
    case 'add': {
      const mine = isOwn(change.dish.id)
      const more = (line: SharedLine) => ({ ...line, quantity: Math.min(MAX_QUANTITY, line.quantity + change.quantity) })
      return {
        lines: lines.some(mine)
          ? lines.map((line) => (mine(line) ? more(line) : line))
          : [...lines, newLine(change, own, guests)],
        guests: marked(guests, [own], false),
      }
    }
  }
}

function marked(guests: readonly Participant[], ids: readonly string[], isReady: boolean): readonly Participant[] {
  return guests.map((guest) => (ids.includes(guest.id) ? { ...guest, isReady } : guest))
}

function newLine(
  { dish, quantity }: Extract<TableChange, { kind: 'add' }>,
  own: string,
  guests: readonly Participant[],
): SharedLine {
  return {
    // No line of the server's has such an id.
    id: -dish.id,
    participantId: own,
    guestName: guests.find(({ id }) => id === own)?.name ?? '',
    menuItemId: dish.id,
    name: dish.name,
    nameRo: dish.nameRo,
    price: dish.price,
    isOrderable: true,
    quantity,
    notes: null,
  }
}
