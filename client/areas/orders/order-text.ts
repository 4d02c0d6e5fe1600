import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { LANGUAGES, type Language, nameIn } from '#shared/domain/language.ts'
import { type Currency, formatMoney } from '#shared/domain/money.ts'
import { countsFrom, isLater } from '#shared/domain/orders/later.ts'
import { isInKitchen, isOpen, isPlaceholderPhone, type nextStatus } from '#shared/domain/orders/order.ts'
import { withLabel } from '#shared/domain/table.ts'
import { whichRun } from '#shared/domain/time/doubled-time.ts'
import { addDays, localTime, weekdayOf } from '#shared/domain/time/local-time.ts'
import { formatMoment, weekdayName } from '#shared/i18n/format.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { serverDate, serverNow } from '../../lib/clock/server-clock.ts'
import { i18n, language, t } from '../../ui/index.ts'

/** Props of the parts of a card. */
export interface CardPartProps {
  order: Order
}

/** The label of the large button that moves an order to a status; a ready takeaway order is "handed over". */
export function moveOnLabel(
  t: TFunction,
  { diningOption, status }: Pick<Order, 'diningOption' | 'status'>,
  to: NonNullable<ReturnType<typeof nextStatus>>,
): string {
  return status === 'ready' && diningOption === 'takeaway' ? t('orders.moveOn.handedOver') : t(`orders.moveOn.${to}`)
}

/** Where an order goes: its table with its label, or how it is served. */
export function destinationOf(order: Order): string {
  return withLabel(placeOf(t, order), order.tableLabel)
}

/** What an order is called where there is room: its table, or for whom it is and how it is served. */
export function titleOf(t: TFunction, order: Order): string {
  const place = placeOf(t, order)
  return order.tableNumber === null && order.customerName !== ''
    ? `${order.customerName}\u00a0· ${place.toLocaleLowerCase().replace(' ', '\u00a0')}`
    : place
}

/** Where it goes, without the table's label. */
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

/** For whom a line is, in the reader's language where that is a seat, which is stored in the restaurant's. */
export const guestText = (name: string): string =>
  name.replace(/^(seat|locul) (?=\d+$)/, t('floor.seat', { number: '' }))

export function isErased({ customerName, phoneNumber }: Order): boolean {
  return customerName === '' && phoneNumber === ''
}

export function hasPhone({ phoneNumber }: Order): boolean {
  return phoneNumber !== '' && !isPlaceholderPhone(phoneNumber)
}

/** After how many minutes the kitchen is late with an order. */
export const lateAfter = ({ kitchenMinutes }: Pick<Settings, 'kitchenMinutes'>): number => kitchenMinutes?.[1] ?? 10

/** Whether an order is late, which a word says in inverted ink wherever the order is shown. @param now milliseconds since 1970 */
export function isLateOrder(order: Order, settings: Pick<Settings, 'kitchenMinutes'>, now: number): boolean {
  const isWaiting = isInKitchen(order.status) && !isLater(order, new Date(now))
  return isWaiting && orderAge(countsFrom(order), now).minutes >= lateAfter(settings)
}

const MINUTE_MS = 60_000
/**
 * The age of an order in whole minutes; 0 if the page's clock is behind the server's (docs/product/board.md#board-card).
 * @param createdAt ISO 8601, UTC
 * @param now milliseconds since 1970
 */
export function orderAge(createdAt: string, now: number): { minutes: number } {
  return { minutes: Math.max(0, Math.floor((now - Date.parse(createdAt)) / MINUTE_MS)) }
}

/** A time of whole minutes: `now`, `8 min`, `2 h 09`, `3 d 4 h`. The one way in which durations are written. */
export function ageText(t: TFunction, age: number): string {
  const [days, hours, minutes] = [Math.floor(age / 1440), Math.floor((age % 1440) / 60), age % 60]
  if (days > 0) return t('orders.days', { days, hours })
  if (hours > 0) return t('orders.hours', { hours, minutes: String(minutes).padStart(2, '0') })
  return minutes > 0 ? t('orders.minutes', { minutes }) : t('orders.justNow')
}

const SOON_MS = 6 * 60 * MINUTE_MS

/**
 * When an order is picked up, by the restaurant's clock: `18:30`, `Tomorrow 12:30`, `Fri 27 Nov 12:30`.
 * @param at ISO 8601, UTC
 */
export function pickupText(
  t: TFunction,
  at: string,
  { timeZone }: Pick<Settings, 'timeZone'>,
  spoken = language,
): string {
  const today = localTime(serverDate(), timeZone).day
  const local = localTime(new Date(at), timeZone)
  const { day } = local
  const run = whichRun(at, timeZone, spoken)
  const time = local.time + run
  // What comes soon after midnight is of this evening.
  if (day === today || Math.abs(Date.parse(at) - serverNow()) < SOON_MS) return time
  if (day === addDays(today, 1)) return t('orders.tomorrow', { time })
  const weekday = weekdayName(weekdayOf(day), 'short', spoken)
  return `${weekday} ${formatMoment(at, timeZone, spoken).replace(/ \d{4},/, '')}${run}`
}

/** How many of an order's lines that are cooked are done, and which, and how many it has; lines that were taken off do not count. */
export function linesDone({ items }: Pick<Order, 'items'>): { done: number; all: number; dishes: string } {
  const left = items.filter(({ quantity, cooked }) => quantity > 0 && cooked)
  const done = left.filter(({ doneAt }) => doneAt != null)
  const dishes = done.map((line) => `${line.quantity}× ${dishName(t, language, line)}`).join(', ')
  return { done: done.length, all: left.length, dishes }
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

export function sumOf(orders: readonly Order[]): string {
  const sums = new Map<Currency, number>()
  for (const { currency, total } of orders) sums.set(currency, (sums.get(currency) ?? 0) + total)
  return [...sums].map(([currency, sum]) => unbroken(formatMoney(sum, currency))).join(' + ')
}

/** What was paid of orders and what they owe, in minor units; undefined while payments are off, and for two currencies. */
export function paidOf(orders: readonly Order[]): { paid: number; due: number } | undefined {
  const isOneCurrency = orders.every(({ currency }) => currency === orders[0]?.currency)
  if (!isOneCurrency || orders.every(({ due }) => due === undefined)) return undefined
  return {
    paid: orders.reduce((sum, { paid = 0 }) => sum + paid, 0),
    due: orders.reduce((sum, { due, total }) => sum + (due ?? total), 0),
  }
}

export const unbroken = (amount: string) => amount.replaceAll(' ', '\u00a0')
