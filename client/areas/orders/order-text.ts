import i18n, { type TFunction } from 'i18next'
import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import { LANGUAGES, type Language, nameIn } from '#shared/domain/language.ts'
import { type Currency, formatMoney } from '#shared/domain/money.ts'
import { isPlaceholderPhone } from '#shared/domain/orders/dining.ts'
import { isOpen, type nextStatus, type OrderStatus } from '#shared/domain/orders/order-status.ts'
import { withLabel } from '#shared/domain/table.ts'

/** Props of the parts of a card. `t` is passed down because `useTranslation` in every part of a long board is slow. */
export interface CardPartProps {
  t: TFunction
  order: Order
}

/** The label of the large button that moves an order to a status; a takeaway order is "handed over". */
export function moveOnLabel(
  t: TFunction,
  { diningOption }: Pick<Order, 'diningOption'>,
  to: NonNullable<ReturnType<typeof nextStatus>>,
): string {
  return to === 'delivered' && diningOption === 'takeaway' ? t('orders.moveOn.handedOver') : t(`orders.moveOn.${to}`)
}

/** Where an order goes: its table with its label, or how it is served. */
export function destinationOf(t: TFunction, order: Order): string {
  return withLabel(placeOf(t, order), order.tableLabel)
}

/** The same without the table's label. */
export function placeOf(t: TFunction, { tableNumber, diningOption }: Order): string {
  if (tableNumber !== null) return t('common.table', { number: tableNumber })
  return diningOption === 'takeaway' ? t('orders.takeaway') : t('orders.dineIn')
}

/** A dish's name in a language; its number if it has no name. */
export function dishName(
  t: TFunction,
  language: Language,
  dish: Pick<OrderLine, 'id' | 'name' | 'nameRo' | 'menuItemId'>,
): string {
  return nameIn(language, dish) || t('orders.item', { id: dish.menuItemId ?? dish.id })
}

/** Whether an order's customer name is only its table's name, which waiters and shared carts send in their language. */
export function isTableName(customerName: string, tableNumber: number | null): boolean {
  if (tableNumber === null) return false
  return LANGUAGES.some(
    (language) => customerName === i18n.getFixedT(language)('common.table', { number: tableNumber }),
  )
}

/** Whether an order's personal data were erased. */
export function isErased({ customerName, phoneNumber }: Order): boolean {
  return customerName === '' && phoneNumber === ''
}

/** Whether an order has a customer's phone number. */
export function hasPhone({ phoneNumber }: Order): boolean {
  return phoneNumber !== '' && !isPlaceholderPhone(phoneNumber)
}

const MINUTE_MS = 60_000
/** The age at which the clock icon on the card is full. */
const FULL_CLOCK_MINUTES = 30

/** How long an order has waited. */
interface OrderAge {
  /** Whole minutes since the order was placed; 0 if the page's clock is behind the server's. */
  minutes: number
  /** The filled part of the clock icon, from 0 to 1. */
  fill: number
}

/**
 * The age of an order (docs/product/board.md#board-card).
 * @param createdAt ISO 8601, UTC
 * @param now milliseconds since 1970
 */
export function orderAge(createdAt: string, now: number): OrderAge {
  const minutes = Math.max(0, Math.floor((now - Date.parse(createdAt)) / MINUTE_MS))
  return { minutes, fill: Math.min(1, minutes / FULL_CLOCK_MINUTES) }
}

/** Splits whole minutes into days, hours below 24 and minutes below 60. */
export function splitMinutes(minutes: number): { days: number; hours: number; minutes: number } {
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 }
}

/** A time of whole minutes in words, such as "1 h 5 min"; "just now" for none. */
export function ageText(t: TFunction, age: number): string {
  const { days, hours, minutes } = splitMinutes(age)
  if (days > 0) return t('orders.days', { days, hours })
  if (hours > 0) return t('orders.hours', { hours, minutes })
  return minutes > 0 ? t('orders.minutes', { minutes }) : t('orders.justNow')
}

/**
 * The name of a status for this order. For `delivered` it depends on the dining option (served, or handed over).
 * @param status by default the order's own status
 */
export function statusWord(
  t: TFunction,
  { diningOption, status: own }: Pick<Order, 'diningOption' | 'status'>,
  status: OrderStatus = own,
): string {
  return status === 'delivered' && diningOption !== 'takeaway'
    ? t('orders.deliveredHere')
    : t(`orders.status.${status}`)
}

/** How many of an order's lines that are cooked are done, and how many it has; lines that were taken off do not count. */
export function linesDone({ items }: Pick<Order, 'items'>): { done: number; all: number } {
  const left = items.filter(({ quantity, cooked }) => quantity > 0 && cooked)
  return { done: left.filter(({ doneAt }) => doneAt != null).length, all: left.length }
}

/** Groups open orders by table id, oldest first. */
export function openOrdersByTable(orders: readonly Order[]): ReadonlyMap<number, readonly Order[]> {
  const byTable = new Map<number, Order[]>()
  for (const order of orders) {
    if (order.tableId === null || !isOpen(order.status)) continue
    byTable.set(order.tableId, [...(byTable.get(order.tableId) ?? []), order])
  }
  for (const atTable of byTable.values()) atTable.sort((a, b) => a.id - b.id)
  return byTable
}

/** The formatted sum of orders, one for each of their currencies. */
export function sumOf(orders: readonly Order[]): string {
  const sums = new Map<Currency, number>()
  for (const { currency, total } of orders) sums.set(currency, (sums.get(currency) ?? 0) + total)
  return [...sums].map(([currency, sum]) => unbroken(formatMoney(sum, currency))).join(' + ')
}

/** Joins an amount and its unit with non-breaking spaces. */
export const unbroken = (amount: string) => amount.replaceAll(' ', '\u00a0')
