import type { Ticket } from '#shared/contracts/orders.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { namedStation } from '../kitchen.ts'
import { type Language, nameIn } from '../language.ts'
import { type LineWithParts, linesAtStation } from '../orders/line-options.ts'
import { whichRun } from '../time/doubled-time.ts'
import { localTime } from '../time/local-time.ts'
import { heightOf, indented, leftAndRight, line, type PrintedRow, roomFor, rule, widthInColumns } from './columns.ts'
import * as paper from './paper.ts'

type Order = paper.OrderOnPaper
type Line = paper.OrderLineOnPaper
type Restaurant = paper.RestaurantOnPaper

/** A station's part of an order, then one for each change (docs/product/tickets-and-receipts.md#receipts-kitchen). */
export type TicketOnPaper = Pick<Ticket, TicketFacts | 'printedAt'>
type TicketFacts = 'kind' | 'stationId' | 'at' | 'itemId' | 'quantity' | 'fromTable' | 'toTable'

/** The longest ticket of an unproven order in lines of normal size, 60 cm; else anybody could use up the roll. */
export const MAX_GUEST_TICKET = 160

/** A kitchen ticket or slip: no prices, quantities and dishes large. @param t of the restaurant's language */
export function kitchenTicket(order: Order, ticket: TicketOnPaper, restaurant: Restaurant, t: TFunction) {
  const { above, lines, below } = body(order, linesAt(order, ticket), ticket, restaurant, t)
  const head = [
    ...(ticket.printedAt === null ? [] : indented('', t('printing.paper.copy'), 'large')),
    ...stationName(ticket, restaurant),
    ...pickup(order, restaurant, t),
    ...title(order, ticket, restaurant.language, t),
    ...indented('', labelOn(order, ticket)),
    ...leftAndRight(`#${order.id}`, paper.momentOnPaper(ticket.at, restaurant.timeZone)),
    ...above,
  ]
  const shown = order.unproven ? withinLimit(lines, [...head, ...below], t) : lines.flat()
  return [...head, ...shown, ...below]
}

/** The lines of a document that fit beside its other rows; if not all do, how many there are. */
function withinLimit(lines: readonly PrintedRow[][], others: readonly PrintedRow[], t: TFunction): PrintedRow[] {
  const room = MAX_GUEST_TICKET - heightOf(others)
  if (heightOf(lines.flat()) <= room) return lines.flat()
  const notice = [rule(), ...indented('', t('printing.paper.tooLong', { lines: lines.length }), 'large')]
  let left = room - heightOf(notice)
  const cutAt = lines.findIndex((rows) => {
    left -= heightOf(rows)
    return left < 0
  })
  return [...lines.slice(0, cutAt).flat(), ...notice]
}

/** Excludes lines wholly taken off. A removed station's lines are on its own ticket only. */
function linesAt(order: Order, { stationId }: TicketOnPaper): LineWithParts<Line>[] {
  const isMine = (line: Line) => stationId === undefined || line.stationId === stationId
  // Where that is not known, all lines are cooked.
  const lines = paper.remainingLines(order).map((line) => ({ ...line, cooked: line.cooked !== false }))
  return linesAtStation(lines, isMine)
}

/** The name of the ticket's station, in capitals. */
function stationName({ stationId }: TicketOnPaper, { stations = [], language }: Restaurant) {
  const station = namedStation(stations, stationId)
  return station ? indented('', nameIn(language, station).toLocaleUpperCase(language), 'large') : []
}

/** The time at which the order is picked up; with its date if it was ordered on another one. */
function pickup({ pickupAt, createdAt }: Order, { timeZone, language }: Restaurant, t: TFunction) {
  if (pickupAt === null) return []
  const { day, time } = localTime(new Date(pickupAt), timeZone)
  const isSameDay = day === localTime(new Date(createdAt), timeZone).day
  const shown = isSameDay ? time : paper.momentOnPaper(pickupAt, timeZone)
  return indented('', `${t('printing.paper.pickup')} ${shown}${whichRun(pickupAt, timeZone, language)}`, 'large')
}

function title(order: Order, ticket: TicketOnPaper, language: Language, t: TFunction): PrintedRow[] {
  const { kind, toTable } = ticket
  // A slip may be printed after the next move, so it names the tables of its own move.
  const destination = destinationText({ ...order, tableNumber: toTable ?? order.tableNumber }, language, t)
  if (kind === 'kitchen') return indented('', destination, 'large')
  if (kind !== 'move') return leftAndRight(destination, t(`printing.paper.${kind}`), 'large')
  return [...moved(ticket, t), ...indented('', destination, 'large')]
}

/** The label of the table, unless the ticket names another one than the order's present table. */
function labelOn({ tableNumber, tableLabel }: Order, { toTable }: TicketOnPaper): string {
  return (toTable === null || toTable === tableNumber ? tableLabel : null) ?? ''
}

/** `MUTARE 3 → 7`; in two lines where the numbers are long (docs/product/tickets-and-receipts.md#receipts-move). */
function moved({ fromTable, toTable }: TicketOnPaper, t: TFunction): PrintedRow[] {
  const tables = fromTable === null ? `→ ${toTable}` : `${fromTable} → ${toTable}`
  const oneLine = `${t('printing.paper.move')} ${tables}`
  // Some printers have no arrow and print two characters instead.
  const fits = widthInColumns(oneLine) < roomFor('large')
  return fits
    ? indented('', oneLine, 'large')
    : [t('printing.paper.move'), tables].flatMap((part) => indented('', part, 'large'))
}

function destinationText({ tableNumber, diningOption }: Order, language: Language, t: TFunction): string {
  if (tableNumber !== null) return t('common.table', { number: tableNumber }).toLocaleUpperCase(language)
  return diningOption === 'takeaway' ? t('printing.paper.takeaway') : t('printing.paper.dineIn')
}

/** A large row, which is read at two metres. */
const OPTION_MARKS = { plain: line('  + ', 'large'), without: line('X ', 'large') }

interface Body {
  above: PrintedRow[]
  lines: PrintedRow[][]
  below: PrintedRow[]
}

function body(
  order: Order,
  whole: readonly LineWithParts<Line>[],
  { kind, itemId, quantity: removed, fromTable }: TicketOnPaper,
  { language }: Restaurant,
  t: TFunction,
): Body {
  const dishName = (line: Line) => nameIn(language, line) || t('orders.item', { id: line.menuItemId ?? line.id })
  const details = (line: Line, guestName: string | null) => [
    ...indented('    ', guestName ?? ''),
    ...paper.optionRows(line, language, OPTION_MARKS),
    ...indented('    ! ', line.notes ?? ''),
  ]
  const dish = (quantity: string, line: Line, guestName = line.guestName) => [
    ...indented(quantity, dishName(line), 'large'),
    ...details(line, guestName),
  ]
  // A set menu is not cooked itself, so it stands small above its parts.
  const withParts = ({ line, parts }: LineWithParts<Line>) => [
    ...(line.cooked === false
      ? [...indented(`${line.quantity} x `, `${dishName(line)}:`), ...details(line, line.guestName)]
      : dish(`${line.quantity} x `, line)),
    // The guest's name stands above the lines.
    ...parts.flatMap((part) => dish(` ${part.quantity} x `, part, null)),
  ]
  switch (kind) {
    case 'kitchen':
      return {
        above: [
          ...indented('', order.tableNumber === null ? (paper.guestNameOf(order) ?? '') : t('printing.paper.dineIn')),
          rule(),
        ],
        // All lines of a station can be taken off before its ticket is printed.
        lines: whole.length === 0 ? [indented('', t('printing.paper.left', { quantity: 0 }))] : whole.map(withParts),
        below: order.notes ? [rule(), ...indented('! ', order.notes)] : [],
      }
    case 'removal':
      return {
        above: [rule()],
        lines: order.items
          .filter(({ id }) => id === itemId)
          // The remaining quantity is right whether the first ticket was printed before or after the removal.
          .map((line) => [
            ...dish(`-${removed} x `, line),
            ...indented('    ', t('printing.paper.left', { quantity: line.quantity })),
          ]),
        below: [],
      }
    // Small and with a minus sign, so that nobody cooks it again.
    case 'cancellation':
      return {
        above: [rule()],
        lines: whole
          .flatMap(({ line, parts }) => (line.cooked === false ? parts : [line, ...parts]))
          .map((line) => indented(`-${line.quantity} x `, dishName(line))),
        below: [],
      }
    case 'move':
      return {
        // The first ticket may have said that the order is packed.
        above: fromTable === null ? indented('', t('printing.paper.dineIn')) : [],
        lines: [indented('', guestsOf(order).join(', ') || (paper.guestNameOf(order) ?? ''))],
        below: [],
      }
  }
}

/** The names of the guests of a shared table, each once. */
function guestsOf({ items }: Order): string[] {
  return [...new Set(items.flatMap(({ guestName }) => guestName ?? []))]
}
