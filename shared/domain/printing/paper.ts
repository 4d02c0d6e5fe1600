import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import type { Station } from '../kitchen.ts'
import { type Language, nameIn } from '../language.ts'
import { type Currency, linesTotal, lineTotal, plainFigure, plainMoney } from '../money.ts'
import type { GuestLines } from '../orders/bill.ts'
import { type LineOption, optionText, withoutFirst } from '../orders/line-options.ts'
import { isPlaceholderPhone } from '../orders/order.ts'
import { localTime } from '../time/local-time.ts'
import * as columns from './columns.ts'
import { alignRight, line, roomFor, widthInColumns } from './columns.ts'

type OrderFacts = 'id' | 'createdAt' | 'pickupAt' | 'status' | 'diningOption' | 'tableNumber' | 'tableLabel' | 'notes'
type Guest = 'customerName' | 'phoneNumber' | 'email'

/** The fields of an order that the documents need. */
export interface OrderOnPaper extends Pick<Order, OrderFacts | Guest | 'total' | 'currency'> {
  unproven?: boolean | undefined
  /** Absent while payments are off. */
  paid?: number | undefined
  due?: number | undefined
  items: readonly OrderLineOnPaper[]
}

type LineFacts = 'id' | 'menuItemId' | 'quantity' | 'name' | 'nameRo' | 'price' | 'notes' | 'guestName' | 'partOf'

export interface OrderLineOnPaper extends Pick<OrderLine, LineFacts> {
  options: readonly LineOption[]
  /** The unit price before a price rule. */
  listPrice?: number | undefined
  /** Undefined if it is not known; so is the station. */
  cooked?: boolean | undefined
  stationId?: number | undefined
}

type Business = 'restaurantName' | 'restaurantAddress' | 'restaurantPhone' | 'legalName' | 'taxNumber'

/** The settings that the documents need. */
export interface RestaurantOnPaper extends Pick<Settings, Business | 'timeZone' | 'language'> {
  stations?: readonly Station[] | undefined
}

/** The lines with a remaining quantity: a line that was wholly taken off is on its removal slip only. */
export function remainingLines<Line extends OrderLineOnPaper>(order: { items: readonly Line[] }): Line[] {
  return order.items.filter(({ quantity }) => quantity > 0)
}

/** The table's number with its label, `7 (Terasa 3)`: some printers have no middle dot. Empty without a table. */
export function tableOnPaper({ tableNumber, tableLabel }: Pick<OrderOnPaper, 'tableNumber' | 'tableLabel'>): string {
  return tableNumber === null ? '' : tableLabel === null ? String(tableNumber) : `${tableNumber} (${tableLabel})`
}

/** The guest's name; undefined for a table's order, whose name and number are placeholders. */
export function guestNameOf({ customerName, phoneNumber }: OrderOnPaper): string | undefined {
  return isPlaceholderPhone(phoneNumber) ? undefined : customerName || undefined
}

/** A moment as Romania writes it, `20.11.2026, 19:40`, on the restaurant's clock. */
export function momentOnPaper(moment: string, timeZone: string): string {
  const { day, time } = localTime(new Date(moment), timeZone)
  return `${day.split('-').reverse().join('.')}, ${time}`
}

/** Formats minor units for paper: `28.50 lei`, `€12.00` (docs/product/tickets-and-receipts.md#receipts-lines). */
export function amountOnPaper(minor: number, currency: Currency): string {
  return plainMoney(minor, currency).toLowerCase()
}

/** The words of receipt and bill, always Romanian (docs/product/tickets-and-receipts.md#receipts-receipt). */
export const RECEIPT_WORDS = {
  product: 'Masa',
  taxNumber: 'CUI:',
  date: 'Data:',
  order: 'Comanda:',
  orders: 'Comenzi:',
  customer: 'Client:',
  phone: 'Telefon:',
  email: 'Email:',
  table: 'Masa:',
  takeaway: 'La pachet',
  insteadOf: 'în loc de',
  pickup: 'Ridicare:',
  status: 'Status:',
  /** The statuses for a restaurant in Romanian; for one in English the receipt has them as the API does. */
  statuses: {
    ...{ pending: 'în așteptare', preparing: 'în preparare', ready: 'gata', delivered: 'predată' },
    ...{ completed: 'finalizată', cancelled: 'anulată' },
  },
  notes: 'Mențiuni:',
  dineInHeading: 'SERVIRE LA RESTAURANT',
  takeawayHeading: 'COMANDĂ LA PACHET',
  dish: 'Produs',
  quantity: 'Cant',
  price: 'Preț',
  /** The heading of lines without a guest's name, below those with one. */
  otherGuests: 'Alte persoane',
  /** In place of the name of a dish that was erased. */
  namelessDish: 'Produsul',
  total: 'TOTAL:',
  thanks: 'Vă mulțumim și poftă bună!',
  notFiscal: 'Nu este bon fiscal',
  billHeading: 'NOTĂ DE PLATĂ',
  /** In place of the guest's name on the bill of lines without one. */
  wholeTable: 'pentru toată masa',
  /** The number of one of several equal parts. */
  part: 'Partea:',
  /** Above the amount of a part. */
  tableTotal: 'Total masă:',
  tip: 'Bacșiș (alegeți):',
  otherTip: 'altă sumă:',
  totalWithTip: 'Total cu bacșiș:',
  paid: 'Achitat:',
  tipPaid: 'Bacșiș:',
  toPay: 'Rest de plată:',
  toGiveBack: 'De restituit:',
} as const

/** What was paid, the tips, and what is left to pay or to give back. */
export function settledRows(
  { paid, due, tips = 0 }: Record<'paid' | 'due', number> & { tips?: number },
  currency: Currency,
): columns.PrintedRow[] {
  return [
    ...columns.leftAndRight(RECEIPT_WORDS.paid, amountOnPaper(paid, currency)),
    ...(tips > 0 ? columns.leftAndRight(RECEIPT_WORDS.tipPaid, amountOnPaper(tips, currency)) : []),
    ...columns.leftAndRight(
      due < 0 ? RECEIPT_WORDS.toGiveBack : RECEIPT_WORDS.toPay,
      amountOnPaper(Math.abs(due), currency),
    ),
  ]
}

/** The widest name on receipt and bill, in columns (docs/product/tickets-and-receipts.md#receipts-lines). */
const nameColumns = () => roomFor('normal') - 12
/** The column of the quantity, unless the amount needs the room. */
const quantityColumn = () => nameColumns() + 1

/** The heading above the lines: dish, quantity, amount. */
export function linesHeading(): columns.PrintedRow {
  const left = RECEIPT_WORDS.dish.padEnd(quantityColumn()) + RECEIPT_WORDS.quantity
  return line(left + alignRight(RECEIPT_WORDS.price, roomFor('normal') - left.length))
}

/**
 * A line of receipt or bill. Quantity and amount go to a second line if name and both do not fit; a part is indented
 * and has no amount if it is free (docs/product/tickets-and-receipts.md#receipts-lines).
 */
export function pricedLine(ordered: OrderLineOnPaper, currency: Currency): columns.PrintedRow[] {
  const isPart = ordered.partOf !== null
  const indent = isPart ? '  ' : ''
  const dish = nameIn('ro', ordered) || `${RECEIPT_WORDS.namelessDish} #${ordered.menuItemId ?? ordered.id}`
  const name = indent + columns.cutToWidth(dish, nameColumns() - indent.length)
  const quantity = String(ordered.quantity)
  const amount = isPart && ordered.price === 0 ? '' : amountOnPaper(lineTotal(ordered), currency)
  const quantityAt = Math.min(quantityColumn(), roomFor('normal') - quantity.length - 1 - amount.length)
  const quantityAndAmount = (width: number) =>
    ' '.repeat(quantityAt - width) +
    quantity +
    (amount && alignRight(amount, roomFor('normal') - quantityAt - quantity.length))
  const fits = widthInColumns(name) < quantityAt
  return [
    ...(fits ? [line(name + quantityAndAmount(widthInColumns(name)))] : [line(name), line(quantityAndAmount(0))]),
    ...optionRows(ordered, 'ro', {
      plain: line(`${indent}  + `, 'small'),
      without: line(`${indent}  X `, 'small'),
    }),
    ...insteadOf(ordered, indent),
  ]
}

/** What a line would have cost without the price rule that lowered it. */
function insteadOf({ price, listPrice = price, quantity }: OrderLineOnPaper, indent: string): columns.PrintedRow[] {
  if (listPrice <= price) return []
  return [line(`${indent}  ${RECEIPT_WORDS.insteadOf} ${plainFigure(listPrice * quantity)}`, 'small')]
}

/** Removed ingredients come first and inverted. @param marks a row's beginning, for printers that cannot invert */
export function optionRows(
  { options }: Pick<OrderLineOnPaper, 'options'>,
  language: Language,
  marks: { plain: columns.PrintedRow; without: columns.PrintedRow },
): columns.PrintedRow[] {
  return withoutFirst(options).flatMap((option) => {
    const { text, size } = option.without ? marks.without : marks.plain
    const rows = columns.indented(text, optionText(option, language), size)
    return option.without ? rows.map((row): columns.PrintedRow => ({ ...row, isInverted: true })) : rows
  })
}

/** A guest's name, with the sum of their lines at the right. */
export function guestShare({ guest, lines }: GuestLines<OrderLineOnPaper>, currency: Currency): columns.PrintedRow[] {
  return columns.leftAndRight(guest ?? RECEIPT_WORDS.otherGuests, amountOnPaper(linesTotal(lines), currency))
}
