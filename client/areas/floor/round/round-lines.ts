import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { OrderRequest } from '#shared/contracts/orders.ts'
import { cartTotal, MAX_LINES, MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/orders/dining.ts'

/* A round while it is taken: pure functions (docs/product/floor.md#floor-round). */

/** A dish for one seat; for the whole table if `guestName` is null. */
export interface RoundLine {
  menuItemId: number
  guestName: string | null
  quantity: number
  notes: string
}
export type Round = readonly RoundLine[]
type Seat = Pick<RoundLine, 'menuItemId' | 'guestName'>

const isSame = (a: Seat, b: Seat) => a.menuItemId === b.menuItemId && a.guestName === b.guestName

export const lineKey = ({ menuItemId, guestName }: Seat): string => `${menuItemId} ${guestName ?? ''}`

/** One portion more of a dish for a seat. A full round, or line, stays as it is. */
export function withOneMore(round: Round, seat: Seat): Round {
  if (round.some((line) => isSame(line, seat))) return withQuantity(round, seat, quantityOf(round, seat) + 1)
  return round.length >= MAX_LINES ? round : [...round, { ...seat, quantity: 1, notes: '' }]
}

/** Sets the quantity of a line; 0 removes it. */
export function withQuantity(round: Round, seat: Seat, quantity: number): Round {
  if (quantity <= 0) return round.filter((line) => !isSame(line, seat))
  return round.map((line) => (isSame(line, seat) ? { ...line, quantity: Math.min(quantity, MAX_QUANTITY) } : line))
}

export function withNotes(round: Round, seat: Seat, notes: string): Round {
  return round.map((line) => (isSame(line, seat) ? { ...line, notes } : line))
}

export function quantityOf(round: Round, seat: Seat): number {
  return round.find((line) => isSame(line, seat))?.quantity ?? 0
}

/** A line with its dish; without one if the menu no longer has it, or it is sold out. */
export interface ShownLine extends RoundLine {
  dish: MenuItem | undefined
}

export function shownLines(round: Round, menu: readonly MenuItem[]): ShownLine[] {
  const orderable = new Map(menu.filter(({ soldOutUntil }) => soldOutUntil === null).map((dish) => [dish.id, dish]))
  return round.map((line) => ({ ...line, dish: orderable.get(line.menuItemId) }))
}

/** The total by the menu's prices, in minor units. */
export function roundTotal(lines: readonly ShownLine[]): number {
  return cartTotal(lines.flatMap(({ dish, quantity }) => (dish ? [{ dish, quantity }] : [])))
}

/** The number of portions. */
export const countOfRound = (round: Round): number => round.reduce((sum, { quantity }) => sum + quantity, 0)

/**
 * The body of a round's order.
 * @param name of the table, in the restaurant's language
 * @param roundNotes the note for all its lines; empty without one
 */
export function roundOrder(
  lines: readonly ShownLine[],
  table: { id: number; name: string },
  roundNotes: string,
): OrderRequest {
  return {
    items: lines.map(({ menuItemId, quantity, notes, guestName }) => ({
      menuItemId,
      quantity,
      ...(notes.trim() && { notes: notes.trim() }),
      ...(guestName !== null && { guestName }),
    })),
    tableId: table.id,
    total: roundTotal(lines),
    diningOption: 'dine-in',
    customerName: table.name,
    phoneNumber: PLACEHOLDER_PHONE,
    email: null,
    notes: roundNotes.trim() || null,
  }
}
