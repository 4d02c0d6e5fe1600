import type { Language } from '../language.ts'
import type { Currency } from '../money.ts'
import type { ORDERED_DINING_OPTIONS } from '../orders/dining.ts'
import { isPlaceholderPhone } from '../orders/dining.ts'
import type { OrderStatus } from '../orders/order-status.ts'
import type { Station } from '../stations.ts'
import { localTime } from '../time/local-time.ts'

/** The fields of an order that the documents need (all are in `orderSchema` in shared/contracts/orders.ts). */
export interface OrderOnPaper {
  id: number
  createdAt: string
  customerName: string
  phoneNumber: string
  email: string | null
  status: OrderStatus
  diningOption: (typeof ORDERED_DINING_OPTIONS)[number]
  tableNumber: number | null
  tableLabel: string | null
  notes: string | null
  total: number
  currency: Currency
  items: readonly OrderLineOnPaper[]
}

export interface OrderLineOnPaper {
  id: number
  menuItemId: number | null
  quantity: number
  name: string
  nameRo: string
  /** The price of one portion, in minor units. */
  price: number
  notes: string | null
  guestName: string | null
  /** Where it is cooked; undefined where stations are not known. */
  stationId?: number | undefined
}

/** The settings that the documents need. */
export interface RestaurantOnPaper {
  restaurantName: string | null
  restaurantAddress: string | null
  restaurantPhone: string | null
  legalName: string | null
  taxNumber: string | null
  /** An IANA name. */
  timeZone: string
  language: Language
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
