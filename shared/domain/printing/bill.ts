import { type Currency, linesTotal } from '../money.ts'
import { byGuest, equalParts, type GuestLines, mergedLines } from '../orders/bill.ts'
import {
  alignRight,
  BLANK,
  centred,
  cutBetween,
  leftAndRight,
  line,
  PAPER_COLUMNS,
  type PrintedRow,
  RULE,
} from './columns.ts'
import {
  amountOnPaper,
  momentOnPaper,
  type OrderLineOnPaper,
  type OrderOnPaper,
  percentOf,
  pricedLine,
  type RestaurantOnPaper,
  remainingLines,
  tableOnPaper,
  RECEIPT_WORDS as WORDS,
} from './paper.ts'
import { restaurantHead } from './receipt.ts'

/** The tips that a bill offers, in percent (Romania's Law 376/2022). */
const TIP_PERCENTS = [0, 5, 10, 15] as const
const BOX = '[ ]'

/** The bill of a table, as `billSchema` in shared/contracts/bills.ts has it. */
export interface TableBillOnPaper {
  at: string
  tableNumber: number
  tableLabel: string | null
  orderIds: readonly number[]
  currency: Currency
  lines: readonly OrderLineOnPaper[]
  total: number
}

/** The content of a "notă de plată": some lines, and the amount to pay for them. */
interface ToPay {
  moment: string
  orderIds: readonly number[]
  tableNumber: number | null
  tableLabel: string | null
  currency: Currency
  lines: readonly OrderLineOnPaper[]
  /** Between date and dishes: whose bill it is. */
  facts?: PrintedRow[]
  /** Above the amount to pay: what the dishes cost, if that is more. */
  sum?: PrintedRow[]
  total: number
}

/**
 * The "notă de plată" that a table gets before the fiscal receipt: its dishes, the total, and boxes for the tip
 * (docs/product/tickets-and-receipts.md#receipts-bill).
 */
export function bill(order: OrderOnPaper, restaurant: RestaurantOnPaper): PrintedRow[] {
  const lines = remainingLines(order)
  return paperOf({ ...order, moment: order.createdAt, orderIds: [order.id], lines }, restaurant)
}

/** The "notă de plată" of all open orders of a table (docs/product/tables.md#tables-bill). */
export function tableBill(whole: TableBillOnPaper, restaurant: RestaurantOnPaper): PrintedRow[] {
  return paperOf({ ...whole, moment: whole.at }, restaurant)
}

/** The part of one guest in the bill of a table; without a name, the lines of the whole table. */
export function guestBill(
  whole: TableBillOnPaper,
  { guest, lines }: GuestLines<OrderLineOnPaper>,
  restaurant: RestaurantOnPaper,
): PrintedRow[] {
  const facts = leftAndRight(WORDS.customer, guest ?? WORDS.wholeTable)
  return paperOf({ ...whole, moment: whole.at, facts, lines, total: linesTotal(lines) }, restaurant)
}

/** The bill of a table as one for each guest, with a place to cut after each. */
export function guestBills(whole: TableBillOnPaper, restaurant: RestaurantOnPaper): PrintedRow[] {
  return cutBetween(byGuest(whole.lines).map((guestLines) => guestBill(whole, guestLines, restaurant)))
}

/** The bill of a table in equal parts: each has all dishes, and its own amount to pay. */
export function partBills(whole: TableBillOnPaper, count: number, restaurant: RestaurantOnPaper): PrintedRow[] {
  const sum = leftAndRight(WORDS.tableTotal, amountOnPaper(whole.total, whole.currency))
  const parts = equalParts(whole.total, count).map((total, i) => {
    const facts = leftAndRight(WORDS.part, `${i + 1} / ${count}`)
    return paperOf({ ...whole, moment: whole.at, facts, sum, total }, restaurant)
  })
  return cutBetween(parts)
}

function paperOf(
  { moment, orderIds, currency, lines, facts = [], sum = [], total, ...table }: ToPay,
  restaurant: RestaurantOnPaper,
): PrintedRow[] {
  return [
    ...restaurantHead(restaurant),
    ...centred(WORDS.billHeading),
    RULE,
    ...leftAndRight(WORDS.date, momentOnPaper(moment, restaurant.timeZone)),
    ...leftAndRight(orderIds.length > 1 ? WORDS.orders : WORDS.order, orderIds.map((id) => `#${id}`).join(' ')),
    ...(table.tableNumber === null ? [] : leftAndRight(WORDS.table, tableOnPaper(table))),
    ...facts,
    RULE,
    ...mergedLines(lines).flatMap((ordered) => pricedLine(ordered, currency)),
    RULE,
    ...sum,
    ...leftAndRight(WORDS.total, amountOnPaper(total, currency)),
    BLANK,
    line(WORDS.tip),
    ...TIP_PERCENTS.map((percent) => tipBox(percent, amountOnPaper(percentOf(total, percent), currency))),
    toFillIn(`${BOX} ${WORDS.otherTip}`, currency),
    BLANK,
    toFillIn(WORDS.totalWithTip, currency),
    BLANK,
    ...centred(WORDS.notFiscal),
  ]
}

function tipBox(percent: number, amount: string): PrintedRow {
  const label = `${BOX} ${String(percent).padStart(2)} %`
  return line(label + alignRight(amount, PAPER_COLUMNS - label.length))
}

function toFillIn(label: string, currency: Currency): PrintedRow {
  const [before, after] = currency === 'lei' ? ['', ' lei'] : ['€', '']
  const blanks = PAPER_COLUMNS - label.length - 1 - before.length - after.length
  return line(`${label} ${before}${'_'.repeat(blanks)}${after}`)
}
