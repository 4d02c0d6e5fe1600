import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { MAX_QUANTITY } from '#shared/domain/orders/cart.ts'

/** The fields of a dish that a page needs to show it in the shared cart before the server has responded. */
export type AddedDish = Pick<MenuItem, 'id' | 'name' | 'nameRo' | 'price'>

/** A change made on this page. It identifies the guest's own lines by dish, since a new line has no id at first. */
export type TableChange =
  | {
      kind: 'add'
      dish: AddedDish
      quantity: number
      /** The line was carried over from the phone's own cart, and returns there if the server rejects it. */
      isCarried?: true
    }
  /** Sets one of the guest's own lines. Quantity 0 removes it; without `notes`, its note stays as it is. */
  | { kind: 'set'; menuItemId: number; quantity: number; notes?: string | null }
  | { kind: 'remove'; itemId: number }
  | { kind: 'ready'; isReady: boolean }

/** Lines and guests as a page shows them. */
export interface ShownTable {
  lines: readonly SharedLine[]
  guests: readonly Participant[]
}

/**
 * Lines and guests after one change. A change of the cart removes the ready marks of the guest who makes it and of the
 * guest whose line it changes (docs/product/shared-sessions.md#sessions-ready).
 * @param ownId the participant id of the guest who makes the change
 */
export function afterChange({ lines, guests }: ShownTable, change: TableChange, ownId: string): ShownTable {
  const isOwnLine = (menuItemId: number) => (line: SharedLine) =>
    line.participantId === ownId && line.menuItemId === menuItemId
  switch (change.kind) {
    case 'ready':
      return { lines, guests: withReadyMark(guests, [ownId], change.isReady) }
    case 'remove': {
      const owner = lines.find(({ id }) => id === change.itemId)?.participantId
      return {
        lines: lines.filter(({ id }) => id !== change.itemId),
        guests: withReadyMark(guests, owner === undefined ? [ownId] : [ownId, owner], false),
      }
    }
    case 'set': {
      const { quantity, notes } = change
      const isMine = isOwnLine(change.menuItemId)
      return {
        lines:
          quantity === 0
            ? lines.filter((line) => !isMine(line))
            : lines.map((line) =>
                isMine(line) ? { ...line, quantity, notes: notes === undefined ? line.notes : notes } : line,
              ),
        guests: withReadyMark(guests, [ownId], false),
      }
    }
    case 'add': {
      const isMine = isOwnLine(change.dish.id)
      const increased = (line: SharedLine) => ({
        ...line,
        quantity: Math.min(MAX_QUANTITY, line.quantity + change.quantity),
      })
      return {
        lines: lines.some(isMine)
          ? lines.map((line) => (isMine(line) ? increased(line) : line))
          : [...lines, newLine(change, ownId, guests)],
        guests: withReadyMark(guests, [ownId], false),
      }
    }
  }
}

function withReadyMark(
  guests: readonly Participant[],
  ids: readonly string[],
  isReady: boolean,
): readonly Participant[] {
  return guests.map((guest) => (ids.includes(guest.id) ? { ...guest, isReady } : guest))
}

function newLine(
  { dish, quantity }: Extract<TableChange, { kind: 'add' }>,
  ownId: string,
  guests: readonly Participant[],
): SharedLine {
  return {
    // Ids from the server are positive, so a negative one is never confused with them.
    id: -dish.id,
    participantId: ownId,
    guestName: guests.find(({ id }) => id === ownId)?.name ?? '',
    menuItemId: dish.id,
    name: dish.name,
    nameRo: dish.nameRo,
    price: dish.price,
    isOrderable: true,
    quantity,
    notes: null,
  }
}
