import { romanianForPeople } from '../customers/stored-phone.ts'
import { byGuest } from '../orders/bill.ts'
import { isPlaceholderPhone } from '../orders/order.ts'
import { whichRun } from '../time/doubled-time.ts'
import { BLANK, centred, indented, leftAndRight, line, type PrintedRow, rule } from './columns.ts'
import * as paper from './paper.ts'
import { RECEIPT_WORDS as WORDS } from './paper.ts'

/**
 * The receipt, always in Romanian, and not fiscal (docs/product/tickets-and-receipts.md#receipts-receipt).
 * @param phoneForPeople writes a stored number; without it, foreign ones have no spaces
 */
export function receipt(
  order: paper.OrderOnPaper,
  restaurant: paper.RestaurantOnPaper,
  phoneForPeople = (stored: string) => romanianForPeople(stored) ?? stored,
): PrintedRow[] {
  return [
    ...restaurantHead(restaurant),
    ...centred(restaurant.restaurantAddress ?? ''),
    ...centred(restaurant.restaurantPhone ?? ''),
    rule(),
    ...facts(order, restaurant, isPlaceholderPhone(order.phoneNumber) ? '' : phoneForPeople(order.phoneNumber)),
    BLANK,
    ...centred(order.diningOption === 'dine-in' ? WORDS.dineInHeading : WORDS.takeawayHeading),
    rule(),
    paper.linesHeading(),
    rule(),
    ...orderedLines(order),
    rule(),
    ...leftAndRight(WORDS.total, paper.amountOnPaper(order.total, order.currency)),
    ...(order.paid ? paper.settledRows({ paid: order.paid, due: order.due ?? 0 }, order.currency) : []),
    BLANK,
    ...centred(WORDS.thanks),
    ...centred(WORDS.notFiscal),
  ]
}

/** The restaurant's name, and the legal name and tax number of its firm. */
export function restaurantHead({ restaurantName, legalName, taxNumber }: paper.RestaurantOnPaper): PrintedRow[] {
  return [
    ...centred(restaurantName || WORDS.product, 'large'),
    ...centred((legalName !== restaurantName && legalName) || ''),
    ...centred(taxNumber ? `${WORDS.taxNumber} ${taxNumber}` : ''),
  ]
}

function facts(
  order: paper.OrderOnPaper,
  { timeZone, language }: paper.RestaurantOnPaper,
  phone: string,
): PrintedRow[] {
  return [
    ...fact(WORDS.date, paper.momentOnPaper(order.createdAt, timeZone)),
    ...fact(WORDS.order, `#${order.id}`),
    ...fact(WORDS.customer, paper.guestNameOf(order)),
    ...fact(WORDS.phone, phone),
    ...fact(WORDS.email, order.email),
    ...fact(WORDS.table, paper.tableOnPaper(order)),
    ...(order.diningOption === 'takeaway' ? [line(WORDS.takeaway)] : []),
    ...fact(
      WORDS.pickup,
      order.pickupAt && paper.momentOnPaper(order.pickupAt, timeZone) + whichRun(order.pickupAt, timeZone, 'ro'),
    ),
    ...fact(WORDS.status, (language === 'ro' ? WORDS.statuses[order.status] : order.status).toUpperCase()),
    ...indented('', order.notes ? `${WORDS.notes} ${order.notes}` : ''),
  ]
}

function fact(label: string, value: string | number | null | undefined): PrintedRow[] {
  return value === null || value === undefined || value === '' ? [] : leftAndRight(label, String(value))
}

function orderedLines(order: paper.OrderOnPaper): PrintedRow[] {
  const groups = byGuest(paper.remainingLines(order))
  const isShared = groups.some(({ guest }) => guest !== null)
  return groups.flatMap((group) => [
    ...(isShared ? paper.guestShare(group, order.currency) : []),
    ...group.lines.flatMap((ordered) => [
      ...paper.pricedLine(ordered, order.currency),
      ...indented('  ', ordered.notes ?? '', 'small'),
    ]),
  ])
}
