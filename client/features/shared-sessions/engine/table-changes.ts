import type { MenuItem } from '#shared/contracts/menu.ts'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { MAX_QUANTITY } from '#shared/domain/cart.ts'

/** What a page must know of a dish to show it in the shared cart before the server has answered. */
export type AddedDish = Pick<MenuItem, 'id' | 'name' | 'nameRo' | 'price'>

/** A change that a page makes. It names the guest's own lines by their dish, since a new line has no id at first. */
export type TableChange =
  | {
      kind: 'add'
      dish: AddedDish
      quantity: number
      /** The line comes from the phone's own cart, and returns there if the server refuses it. */
      isCarried?: true
    }
  /** Quantity 0 removes the line; without `notes` the note stays as it is. */
  | { kind: 'set'; menuItemId: number; quantity: number; notes?: string | null }
  | { kind: 'remove'; itemId: number }
  | { kind: 'ready'; isReady: boolean }

/** Lines and guests as a page shows them. */
export interface ShownTable {
  lines: readonly SharedLine[]
  guests: readonly Participant[]
}

/**
 * Lines and guests after one change. A change of the cart removes the ready marks of its maker and of the line's owner
 * (docs/product.md#sessions-ready).
 * @param own the id of the participant who makes the change
 */
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
      const more = (line: SharedLine) => ({
        ...line,
        quantity: Math.min(MAX_QUANTITY, line.quantity + change.quantity),
      })
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
    // Ids from the server are positive.
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
