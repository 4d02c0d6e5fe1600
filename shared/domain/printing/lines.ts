import { nameIn } from '../language.ts'
import { type Currency, linesTotal, lineTotal } from '../money.ts'
import type { GuestLines } from '../orders/bill.ts'
import { amountOnPaper } from './amounts.ts'
import {
  alignRight,
  cutToWidth,
  leftAndRight,
  line,
  PAPER_COLUMNS,
  type PrintedRow,
  widthInColumns,
} from './columns.ts'
import type { OrderLineOnPaper } from './order.ts'
import { RECEIPT_WORDS as WORDS } from './words.ts'

/**
 * The maximum width of a dish's name on receipt and bill, in columns
 * (docs/product/tickets-and-receipts.md#receipts-lines).
 */
const NAME_COLUMNS = 20
/** The column of the quantity, unless the amount needs the room. */
const QUANTITY_AT = NAME_COLUMNS + 1

/** The heading above the lines: dish, quantity, amount. */
export const LINES_HEADING: PrintedRow = line(
  WORDS.dish.padEnd(QUANTITY_AT) + WORDS.quantity + alignRight(WORDS.price, PAPER_COLUMNS - QUANTITY_AT - 4),
)

/**
 * A line of receipt or bill: name, quantity and amount; quantity and amount go to a second line if the three do not fit
 * (docs/product/tickets-and-receipts.md#receipts-lines).
 */
export function pricedLine(ordered: OrderLineOnPaper, currency: Currency): PrintedRow[] {
  const name =
    cutToWidth(nameIn('ro', ordered), NAME_COLUMNS) || `${WORDS.namelessDish} #${ordered.menuItemId ?? ordered.id}`
  const quantity = String(ordered.quantity)
  const amount = amountOnPaper(lineTotal(ordered), currency)
  const quantityAt = Math.min(QUANTITY_AT, PAPER_COLUMNS - quantity.length - 1 - amount.length)
  const quantityAndAmount = (width: number) =>
    ' '.repeat(quantityAt - width) + quantity + alignRight(amount, PAPER_COLUMNS - quantityAt - quantity.length)
  if (widthInColumns(name) < quantityAt) return [line(name + quantityAndAmount(widthInColumns(name)))]
  return [line(name), line(quantityAndAmount(0))]
}

/** A guest's name, with the sum of their lines at the right. */
export function guestShare({ guest, lines }: GuestLines<OrderLineOnPaper>, currency: Currency): PrintedRow[] {
  return leftAndRight(guest ?? WORDS.otherGuests, amountOnPaper(linesTotal(lines), currency))
}
