import { nameIn } from '../language.ts'
import { type Currency, linesTotal, lineTotal } from '../money.ts'
import { amountOnPaper } from './amounts.ts'
import { atRight, columnsOf, cutTo, type DocumentLine, leftAndRight, line, PAPER_COLUMNS } from './columns.ts'
import type { LineOnPaper } from './order.ts'
import { RECEIPT_WORDS as WORDS } from './words.ts'

/** The most columns of a dish's name on receipt and bill; the rest is cut (docs/product.md#receipts-lines). */
const NAME_COLUMNS = 20
/** Where the quantity begins, unless the amount needs the room. */
const QUANTITY_AT = NAME_COLUMNS + 1

/** What stands above the lines: what they name, how many, and for how much. */
export const LINES_HEADING: DocumentLine = line(
  WORDS.dish.padEnd(QUANTITY_AT) + WORDS.quantity + atRight(WORDS.price, PAPER_COLUMNS - QUANTITY_AT - 4),
)

/**
 * A line of receipt or bill: name, quantity and amount; the latter two in a line of their own where the three do not fit
 * (docs/product.md#receipts-lines).
 */
export function pricedLine(ordered: LineOnPaper, currency: Currency): DocumentLine[] {
  const name =
    cutTo(nameIn('ro', ordered), NAME_COLUMNS) || `${WORDS.namelessDish} #${ordered.menuItemId ?? ordered.id}`
  const quantity = String(ordered.quantity)
  const amount = amountOnPaper(lineTotal(ordered), currency)
  const quantityAt = Math.min(QUANTITY_AT, PAPER_COLUMNS - quantity.length - 1 - amount.length)
  const behind = (width: number) =>
    ' '.repeat(quantityAt - width) + quantity + atRight(amount, PAPER_COLUMNS - quantityAt - quantity.length)
  if (columnsOf(name) < quantityAt) return [line(name + behind(columnsOf(name)))]
  return [line(name), line(behind(0))]
}

/** The lines of one guest at a shared table. */
export interface GuestLines<Line> {
  /** Null for lines without a guest's name. */
  guest: string | null
  lines: Line[]
}

/** Lines by guest, in the order in which the guests come; those without a name last. */
export function byGuest<Line extends LineOnPaper>(lines: readonly Line[]): GuestLines<Line>[] {
  const groups = groupedBy(lines, ({ guestName }) => guestName ?? '')
  return groups
    .sort(([a], [b]) => Number(a === '') - Number(b === ''))
    .map(([guest, ofGuest]) => ({ guest: guest || null, lines: ofGuest }))
}

/** Things that have the same key together, in the order in which the keys come. `Map.groupBy` is too new for old tablets. */
export function groupedBy<Thing>(things: readonly Thing[], keyOf: (thing: Thing) => string): [string, Thing[]][] {
  const groups = new Map<string, Thing[]>()
  for (const thing of things) {
    const group = groups.get(keyOf(thing))
    if (group) group.push(thing)
    else groups.set(keyOf(thing), [thing])
  }
  return [...groups]
}

/** A guest's name, and at the right what all of their lines cost together. */
export function guestShare({ guest, lines }: GuestLines<LineOnPaper>, currency: Currency): DocumentLine[] {
  return leftAndRight(guest ?? WORDS.otherGuests, amountOnPaper(linesTotal(lines), currency))
}
