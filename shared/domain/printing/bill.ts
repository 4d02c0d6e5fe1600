import type { Bill } from '#shared/contracts/bills.ts'
import type { Payment } from '#shared/contracts/payments.ts'
import { type Currency, linesTotal, percentOf } from '../money.ts'
import { byGuest, equalParts, type GuestLines, mergedLines } from '../orders/bill.ts'
import * as columns from './columns.ts'
import * as paper from './paper.ts'
import { RECEIPT_WORDS as WORDS } from './paper.ts'
import { restaurantHead } from './receipt.ts'

/** The tips that a bill offers, in percent (Romania's Law 376/2022). */
const TIP_PERCENTS = [0, 5, 10, 15] as const
const BOX = '[ ]'

/** The bill of a table; `paid`, `due` and `payments` are absent while payments are off. */
export interface TableBillOnPaper
  extends Pick<Bill, 'at' | 'tableNumber' | 'tableLabel' | 'orderIds' | 'currency' | 'total' | 'paid' | 'due'> {
  lines: readonly paper.OrderLineOnPaper[]
  payments?: readonly Pick<Payment, 'amount' | 'tip' | 'guestName'>[] | undefined
  guests: readonly Pick<Bill['guests'][number], 'guestName' | 'due'>[]
}

/** The content of a "notă de plată": some lines, and the amount to pay for them. */
interface ToPay {
  moment: string
  orderIds: readonly number[]
  tableNumber: number | null
  tableLabel: string | null
  currency: Currency
  lines: readonly paper.OrderLineOnPaper[]
  /** Rows between date and dishes that say whose bill it is. */
  facts?: columns.PrintedRow[]
  /** Rows above the amount to pay: the price of the dishes, if it is higher. */
  sum?: columns.PrintedRow[]
  total: number
  /** Rows below it: the sum paid already. */
  settled?: columns.PrintedRow[]
  /** The sum still due, for which the tip is offered; `total` by default. */
  due?: number | undefined
}

/** The "notă de plată", before the fiscal receipt (docs/product/tickets-and-receipts.md#receipts-bill). */
export function bill(order: paper.OrderOnPaper, restaurant: paper.RestaurantOnPaper): columns.PrintedRow[] {
  const lines = paper.remainingLines(order)
  return paperOf({ ...order, moment: order.createdAt, orderIds: [order.id], lines, due: order.total }, restaurant)
}

/** The "notă de plată" of all open orders of a table (docs/product/tables.md#tables-bill). */
export function tableBill(whole: TableBillOnPaper, restaurant: paper.RestaurantOnPaper): columns.PrintedRow[] {
  return paperOf({ ...whole, moment: whole.at, settled: paidRows(whole) }, restaurant)
}

/** The sum paid, the tips, and the sum left to pay or to give back; no rows without a payment. */
function paidRows({ paid = 0, due = 0, payments = [], currency }: TableBillOnPaper): columns.PrintedRow[] {
  if (payments.length === 0) return []
  const tips = payments.reduce((sum, { tip }) => sum + tip, 0)
  return paper.settledRows({ paid, due, tips }, currency)
}

/** The part of one guest in the bill of a table; without a name, the lines of the whole table. */
export function guestBill(
  whole: TableBillOnPaper,
  { guest, lines }: GuestLines<paper.OrderLineOnPaper>,
  restaurant: paper.RestaurantOnPaper,
): columns.PrintedRow[] {
  const facts = columns.leftAndRight(WORDS.customer, guest ?? WORDS.wholeTable)
  const payments = whole.payments?.filter(({ guestName }) => guestName === guest)
  const paid = payments?.reduce((sum, { amount }) => sum + amount, 0)
  const due = whole.guests.find(({ guestName }) => guestName === guest)?.due
  const settled = paidRows({ ...whole, payments, paid, due })
  return paperOf({ ...whole, moment: whole.at, facts, lines, total: linesTotal(lines), settled, due }, restaurant)
}

/** The bill of a table as one for each guest, with a place to cut after each. */
export function guestBills(whole: TableBillOnPaper, restaurant: paper.RestaurantOnPaper): columns.PrintedRow[] {
  return columns.cutBetween(byGuest(whole.lines).map((guestLines) => guestBill(whole, guestLines, restaurant)))
}

/** The bill of a table in equal parts of what is due: each has all dishes, and its own amount to pay. */
export function partBills(
  whole: TableBillOnPaper,
  count: number,
  restaurant: paper.RestaurantOnPaper,
): columns.PrintedRow[] {
  const sum = [
    ...columns.leftAndRight(WORDS.tableTotal, paper.amountOnPaper(whole.total, whole.currency)),
    ...paidRows(whole),
  ]
  const parts = equalParts(Math.max(0, whole.due ?? whole.total), count).map((total, i) => {
    const facts = columns.leftAndRight(WORDS.part, `${i + 1} / ${count}`)
    return paperOf({ ...whole, moment: whole.at, facts, sum, total, due: total }, restaurant)
  })
  return columns.cutBetween(parts)
}

function paperOf(
  { moment, orderIds, currency, lines, facts = [], sum = [], total, settled = [], due = total, ...table }: ToPay,
  restaurant: paper.RestaurantOnPaper,
): columns.PrintedRow[] {
  return [
    ...restaurantHead(restaurant),
    ...columns.centred(WORDS.billHeading),
    columns.rule(),
    ...columns.leftAndRight(WORDS.date, paper.momentOnPaper(moment, restaurant.timeZone)),
    ...columns.leftAndRight(orderIds.length > 1 ? WORDS.orders : WORDS.order, orderIds.map((id) => `#${id}`).join(' ')),
    ...(table.tableNumber === null ? [] : columns.leftAndRight(WORDS.table, paper.tableOnPaper(table))),
    ...facts,
    columns.rule(),
    ...mergedLines(lines).flatMap((ordered) => paper.pricedLine(ordered, currency)),
    columns.rule(),
    ...sum,
    ...columns.leftAndRight(WORDS.total, paper.amountOnPaper(total, currency)),
    ...settled,
    columns.BLANK,
    ...(due > 0 || total === 0 ? tipRows(due, currency) : []),
    ...columns.centred(WORDS.notFiscal),
  ]
}

function tipRows(due: number, currency: Currency): columns.PrintedRow[] {
  return [
    columns.line(WORDS.tip),
    ...TIP_PERCENTS.map((percent) => tipBox(percent, paper.amountOnPaper(percentOf(due, percent), currency))),
    toFillIn(`${BOX} ${WORDS.otherTip}`, currency),
    columns.BLANK,
    toFillIn(WORDS.totalWithTip, currency),
    columns.BLANK,
  ]
}

function tipBox(percent: number, amount: string): columns.PrintedRow {
  const label = `${BOX} ${String(percent).padStart(2)} %`
  return columns.line(label + columns.alignRight(amount, columns.roomFor('normal') - label.length))
}

function toFillIn(label: string, currency: Currency): columns.PrintedRow {
  const [before, after] = currency === 'lei' ? ['', ' lei'] : ['€', '']
  const blanks = columns.roomFor('normal') - label.length - 1 - before.length - after.length
  return columns.line(`${label} ${before}${'_'.repeat(blanks)}${after}`)
}
