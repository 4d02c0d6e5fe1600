import { nameIn } from '../language.ts'
import type { TicketKind } from '../print-kinds.ts'
import { type DocumentLine, indented, leftAndRight, RULE } from './columns.ts'
import {
  type LineOnPaper,
  momentOnPaper,
  type OrderOnPaper,
  personOf,
  type RestaurantOnPaper,
  standingLines,
} from './order.ts'
import type { KitchenWords } from './words.ts'

/** What the kitchen is told of an order: all of it at first, then each thing that changed (docs/product.md#receipts-kitchen). */
export interface TicketOnPaper {
  kind: TicketKind | 'move'
  /** When that happened which it tells. */
  at: string
  /** Of a removal: the line, and how many were taken off. */
  itemId: number | null
  quantity: number | null
  /** Once it was printed, each further print is a copy. */
  printedAt: string | null
}

/** A kitchen ticket or slip: no prices, quantities and dishes large, in the restaurant's language. */
export function kitchenTicket(
  order: OrderOnPaper,
  ticket: TicketOnPaper,
  restaurant: RestaurantOnPaper,
  words: KitchenWords,
): DocumentLine[] {
  return [
    ...(ticket.printedAt === null ? [] : indented('', words.copy, 'large')),
    ...title(order, ticket, words),
    ...leftAndRight(`#${order.id}`, momentOnPaper(ticket.at, restaurant.timeZone)),
    ...body(order, ticket, restaurant, words),
  ]
}

function title(order: OrderOnPaper, { kind }: TicketOnPaper, words: KitchenWords): DocumentLine[] {
  const place = placeOf(order, words)
  if (kind === 'kitchen') return indented('', place, 'large')
  if (kind !== 'move') return leftAndRight(place, words[kind], 'large')
  const before = order.movedFrom ? indented('', `${words.table(order.movedFrom)} ->`, 'large') : []
  return [...indented('', words.move, 'large'), ...before, ...indented('-> ', place, 'large')]
}

function placeOf({ tableNumber, diningOption }: OrderOnPaper, words: KitchenWords): string {
  if (tableNumber !== null) return words.table(tableNumber)
  return diningOption === 'takeaway' ? words.takeaway : words.dineIn
}

function body(
  order: OrderOnPaper,
  { kind, itemId, quantity: taken }: TicketOnPaper,
  { language }: RestaurantOnPaper,
  words: KitchenWords,
): DocumentLine[] {
  const named = (line: LineOnPaper) => nameIn(language, line) || words.namelessDish(line.menuItemId ?? line.id)
  const dish = (quantity: string, line: LineOnPaper) => [
    ...indented(quantity, named(line), 'large'),
    ...indented('    ', line.guestName ?? ''),
    ...indented('    ! ', line.notes ?? ''),
  ]
  switch (kind) {
    case 'kitchen':
      return [
        ...indented('', order.tableNumber === null ? (personOf(order) ?? '') : words.dineIn),
        RULE,
        ...standingLines(order).flatMap((line) => dish(`${line.quantity} x `, line)),
        ...(order.notes ? [RULE, ...indented('! ', order.notes)] : []),
      ]
    case 'removal':
      return [
        RULE,
        ...order.items
          .filter(({ id }) => id === itemId)
          // What is left says the same to whoever has the first ticket from before the removal or from after it.
          .flatMap((line) => [...dish(`-${taken} x `, line), ...indented('    ', words.left(line.quantity))]),
      ]
    // Small and with a minus, so that nobody cooks it again.
    case 'cancellation':
      return [RULE, ...standingLines(order).flatMap((line) => indented(`-${line.quantity} x `, named(line)))]
    case 'move':
      return []
  }
}
