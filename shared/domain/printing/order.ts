import type { ORDERED_DINING_OPTIONS } from '../dining.ts'
import { isPlaceholderPhone } from '../dining.ts'
import type { Language } from '../language.ts'
import { localTime } from '../local-time.ts'
import type { Currency } from '../money.ts'

/** What the documents need of an order (`orderSchema` in shared/contracts/orders.ts has it all). */
export interface OrderOnPaper {
  id: number
  createdAt: string
  customerName: string
  phoneNumber: string
  email: string | null
  status: string
  diningOption: (typeof ORDERED_DINING_OPTIONS)[number]
  tableNumber: number | null
  notes: string | null
  total: number
  currency: Currency
  items: readonly LineOnPaper[]
}

export interface LineOnPaper {
  id: number
  menuItemId: number | null
  quantity: number
  name: string
  nameRo: string
  /** Of one, in minor units. */
  price: number
  notes: string | null
  guestName: string | null
}

/** What the documents need of the restaurant's settings. */
export interface RestaurantOnPaper {
  restaurantName: string | null
  restaurantAddress: string | null
  restaurantPhone: string | null
  legalName: string | null
  taxNumber: string | null
  /** An IANA name. */
  timeZone: string
  language: Language
}

/** The lines that still stand: one that was taken off whole is on its removal slip, and nowhere else. */
export function remainingLines<Line extends LineOnPaper>(order: { items: readonly Line[] }): Line[] {
  return order.items.filter(({ quantity }) => quantity > 0)
}

/** Who ordered; undefined for a table's order, whose name is the table's and whose number is nobody's. */
export function personOf({ customerName, phoneNumber }: OrderOnPaper): string | undefined {
  return isPlaceholderPhone(phoneNumber) ? undefined : customerName || undefined
}

/** A moment as Romania writes it, `20.11.2026, 19:40`, on the restaurant's clock. */
export function momentOnPaper(moment: string, timeZone: string): string {
  const { day, time } = localTime(new Date(moment), timeZone)
  return `${day.split('-').reverse().join('.')}, ${time}`
}
