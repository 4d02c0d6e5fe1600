import { amountOnPaper, percentOf } from './amounts.ts'
import { alignRight, BLANK, centred, leftAndRight, line, PAPER_COLUMNS, type PrintedRow, RULE } from './columns.ts'
import { groupedBy, pricedLine } from './lines.ts'
import {
  momentOnPaper,
  type OrderLineOnPaper,
  type OrderOnPaper,
  type RestaurantOnPaper,
  remainingLines,
  tableOnPaper,
} from './order.ts'
import { restaurantHead } from './receipt.ts'
import { RECEIPT_WORDS as WORDS } from './words.ts'

/** The tips that a bill offers, in percent (Romania's Law 376/2022). */
const TIP_PERCENTS = [0, 5, 10, 15] as const
const BOX = '[ ]'

/**
 * The "notă de plată" that a table gets before the fiscal receipt: its dishes, the total, and boxes for the tip
 * (docs/product/tickets-and-receipts.md#receipts-bill).
 */
export function bill(order: OrderOnPaper, restaurant: RestaurantOnPaper): PrintedRow[] {
  const { currency, total } = order
  return [
    ...restaurantHead(restaurant),
    ...centred(WORDS.billHeading),
    RULE,
    ...leftAndRight(WORDS.date, momentOnPaper(order.createdAt, restaurant.timeZone)),
    ...leftAndRight(WORDS.order, `#${order.id}`),
    ...(order.tableNumber === null ? [] : leftAndRight(WORDS.table, tableOnPaper(order))),
    RULE,
    ...mergedLines(remainingLines(order)).flatMap((ordered) => pricedLine(ordered, currency)),
    RULE,
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

/** Merges lines of the same dish at the same price, whoever ordered them. */
function mergedLines(lines: readonly OrderLineOnPaper[]): OrderLineOnPaper[] {
  const groups = groupedBy(lines, ({ name, nameRo, price }) => JSON.stringify([name, nameRo, price]))
  return groups.flatMap(([, sameDish]) => {
    const [first] = sameDish
    return first ? [{ ...first, quantity: sameDish.reduce((sum, { quantity }) => sum + quantity, 0) }] : []
  })
}

function tipBox(percent: number, amount: string): PrintedRow {
  const label = `${BOX} ${String(percent).padStart(2)} %`
  return line(label + alignRight(amount, PAPER_COLUMNS - label.length))
}

function toFillIn(label: string, currency: OrderOnPaper['currency']): PrintedRow {
  const [before, after] = currency === 'lei' ? ['', ' lei'] : ['€', '']
  const blanks = PAPER_COLUMNS - label.length - 1 - before.length - after.length
  return line(`${label} ${before}${'_'.repeat(blanks)}${after}`)
}
