import { type TFunction, translate, type Values } from '#shared/i18n/translate.ts'
import { DICTIONARIES } from '#shared/i18n/words/index.ts'
import type { TableBillOnPaper } from './bill.ts'
import type { PrintedRow } from './columns.ts'
import type { TicketOnPaper } from './kitchen-ticket.ts'
import type { OrderLineOnPaper, OrderOnPaper, RestaurantOnPaper } from './paper.ts'

export function lineOnPaper(fields: Partial<OrderLineOnPaper> = {}): OrderLineOnPaper {
  return {
    id: 1,
    menuItemId: 7,
    quantity: 2,
    name: 'Tripe soup',
    nameRo: 'Ciorbă de burtă',
    price: 2900,
    notes: null,
    guestName: null,
    options: [],
    partOf: null,
    ...fields,
  }
}

/** A takeaway order; its total is that of its lines. */
export function orderOnPaper(fields: Partial<OrderOnPaper> = {}): OrderOnPaper {
  const items = fields.items ?? [lineOnPaper()]
  return {
    id: 1218,
    createdAt: '2026-11-20T17:40:00.000Z',
    pickupAt: null,
    customerName: 'Radu Ionescu',
    phoneNumber: '40723118402',
    email: null,
    status: 'pending',
    diningOption: 'takeaway',
    tableNumber: null,
    tableLabel: null,
    notes: null,
    currency: 'lei',
    items,
    total: items.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    ...fields,
  }
}

/** The order of the shared table 7. */
export function tableOrderOnPaper(fields: Partial<OrderOnPaper> = {}): OrderOnPaper {
  return orderOnPaper({
    customerName: 'Masa 7',
    phoneNumber: '0000000000',
    status: 'delivered',
    diningOption: 'dine-in',
    tableNumber: 7,
    notes: 'Un copil la masă, supa călduță',
    items: [
      lineOnPaper({ guestName: 'Ana', notes: 'fără ardei' }),
      lineOnPaper({ id: 2, quantity: 1, nameRo: 'Mici, 5 bucăți, muștar', price: 3200, guestName: 'Mihai' }),
      lineOnPaper({ id: 3, quantity: 1, nameRo: 'Fetească Neagră, pahar', price: 2200, guestName: 'Ana' }),
      lineOnPaper({ id: 4, quantity: 1, nameRo: 'Fetească Neagră, pahar', price: 2200, guestName: 'Mihai' }),
      lineOnPaper({ id: 5, quantity: 0, nameRo: 'Papanași', price: 2600, guestName: 'Mihai' }),
    ],
    ...fields,
  })
}

/** The bill of two rounds at table 7. */
export function tableBillOnPaper(fields: Partial<TableBillOnPaper> = {}): TableBillOnPaper {
  return {
    at: '2026-11-20T19:05:00.000Z',
    tableNumber: 7,
    tableLabel: 'Terasa 3',
    orderIds: [1218, 1231],
    currency: 'lei',
    lines: [
      lineOnPaper({ guestName: 'Ana' }),
      lineOnPaper({ id: 2, quantity: 1 }),
      lineOnPaper({ id: 3, quantity: 1, name: 'Papanași', nameRo: 'Papanași', price: 2600 }),
    ],
    guests: [],
    total: 11300,
    ...fields,
  }
}

export const RESTAURANT: RestaurantOnPaper = {
  restaurantName: 'La Conac',
  restaurantAddress: 'Strada Teilor 14, Brașov',
  restaurantPhone: '+40 268 000 014',
  legalName: null,
  taxNumber: null,
  timeZone: 'Europe/Bucharest',
  language: 'ro',
}

export function ticketOnPaper(fields: Partial<TicketOnPaper> = {}): TicketOnPaper {
  return {
    kind: 'kitchen',
    at: '2026-11-20T17:40:00.000Z',
    itemId: null,
    quantity: null,
    fromTable: null,
    toTable: null,
    printedAt: null,
    ...fields,
  }
}

/** The words of a restaurant in Romanian. */
export const ROMANIAN: TFunction = (key: string, values?: Values) => translate(DICTIONARIES, 'ro', key, values)

/** A document as text; small lines begin with `s`, large ones with `L`. */
export function paper(lines: readonly PrintedRow[]): string {
  const marks = { small: 's|', normal: ' |', large: 'L|' }
  return lines.map(({ text, size }) => marks[size] + text).join('\n')
}
/** The texts of a document's lines. */
export const texts = (lines: readonly PrintedRow[]) => lines.map(({ text }) => text)
