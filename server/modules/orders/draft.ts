import { choosePickup, isPausedAt, type PickedUp, refuseClosed } from '#server/modules/times/index.ts'
import { AppError, inputError } from '#server/platform/app-error.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { roomForNotes } from '#shared/domain/orders/cart.ts'
import { isPlaceholderPhone, PLACEHOLDER_PHONE } from '#shared/domain/orders/order.ts'
import { customerPhoneNumber, type OrderToCount, searchedTexts } from './customers-repo.ts'
import { isProvenOrder, NEW_LINE, NEW_ORDER, type NewLine, type NewOrder, type WrittenIds } from './place-repo.ts'
import { type OrderToPlace, type Preconditions, priceOrder } from './price.ts'
import { orderSearchText, orderView } from './read.ts'
import { ticketsOfNewOrder } from './tickets.ts'

/**
 * The number of slots that one address, and one phone number, may hold: more than a family, an office, or guests
 * behind one address of a mobile network order at once, but few of an evening's.
 */
export const MAX_HELD = 20
/** The open unproven orders at a table: more than a table's guests have, few enough for its bill. */
const MAX_UNPROVEN = 30
const RETRY_AFTER_S = 10 * 60

/** The moment for which an order is judged: its pickup time, or now. The house may name a time that has passed. */
export const judgedAt = ({ pickupAt }: Pick<OrderToPlace, 'pickupAt'>, now: Date) =>
  pickupAt && new Date(pickupAt) > now ? new Date(pickupAt) : now

/** Whether an order would have a pickup time, if the restaurant offers them. */
export const isTakenAway = ({ tableId, diningOption }: Pick<OrderToPlace, 'tableId' | 'diningOption'>) =>
  tableId === null && diningOption === 'takeaway'

/** An accepted order, before it has ids. */
export interface OrderDraft {
  order: NewOrder
  lines: NewLine[]
  /** Undefined for an order that counts for no customer. */
  customer: OrderToCount | undefined
  orderToken: string
  pickup: PickedUp | undefined
  messagesOwner: boolean
}

export function draftOrder(input: OrderToPlace, preconditions: Preconditions, now: Date): OrderDraft {
  const { settings, table } = preconditions
  const { customerName, email, notes, tableId } = input
  const isProven = isProvenOrder(input, preconditions)
  if (tableId !== null && settings.tableKeysRequired && !isProven)
    throw new AppError(table ? 'table_key' : 'table_not_found')
  if (!isProven && preconditions.unprovenAtTable >= MAX_UNPROVEN)
    throw new AppError('too_many_requests', {}, RETRY_AFTER_S, 'table_full')
  if (roomForNotes([notes, ...input.items.map((item) => item.notes)]) < 0) throw new AppError('notes_too_long')
  const at = judgedAt(input, now)
  if (isPausedAt(settings, at, now)) throw new AppError('orders_paused')
  const diningOption = checkedDiningOption(input, settings)
  const pickup = pickupOf({ ...input, diningOption }, preconditions, now)
  if (pickup && preconditions.holdsMost) throw new AppError('too_many_requests', {}, RETRY_AFTER_S, 'places_held')
  const { lines, total } = priceOrder({ ...input, diningOption, isProven }, preconditions, at)
  if (tableId !== null && !table) throw new AppError('table_not_found')
  const [tableNumber, tableLabel] = [table?.number ?? null, table?.label ?? null]
  const isTest = input.isTest ?? false
  const digits = customerPhoneNumber(input.phoneNumber)
  const phoneNumber = storedPhone(input.phoneNumber)
  const orderToken = newToken(24)
  const order: NewOrder = {
    ...{ customerName, phoneNumber, email, diningOption, tableId, tableNumber, tableLabel, movedFrom: null },
    ...{
      notes,
      program: input.program ?? null,
      isTest,
      total,
      currency: settings.currency,
      createdAt: now,
      updatedAt: now,
    },
    tickets: ticketsOfNewOrder(lines),
    tokenHash: tokenHash(orderToken),
    searchText: orderSearchText({ customerName, phoneNumber, email, tableNumber, tableLabel }),
    isProven,
    origin: isProven ? null : (input.origin?.keys ?? null),
    pickupAt: pickup?.pickupAt ?? null,
    asap: pickup?.asap ?? false,
    startAt: pickup?.startAt ?? null,
  }
  const customer = digits === undefined || isTest ? undefined : { ...order, ...searchedTexts(order) }
  const messagesOwner = !isTest && settings.whatsappNotificationsEnabled && settings.ownerPhoneNumber !== null
  return { order, lines, customer, orderToken, pickup, messagesOwner }
}

/** The response about an order that was written. */
export function placedOrderView({ order, lines, orderToken }: OrderDraft, { id, lineIds }: WrittenIds): PlacedOrder {
  const rows = lines.map((line, i) => ({ ...line, ...NEW_LINE, id: lineIds[i] ?? 0, orderId: id }))
  const { unproven: _, ...view } = orderView({ ...NEW_ORDER, ...order, id }, rows, [])
  return {
    ...view,
    items: view.items.map(({ stationId: __, doneAt: ___, ...line }) => line),
    tickets: view.tickets.map(({ stationId: __, ...ticket }) => ticket),
    orderToken,
  }
}

/**
 * Returns the pickup time of an order; undefined if it has none. A chosen time is bound by its slot, any other order by
 * the present hours.
 */
function pickupOf(input: OrderToPlace, { settings, taken }: Preconditions, now: Date): PickedUp | undefined {
  const { isGuest: keepsHours, timeZone } = input
  const pickupAt = input.pickupAt ? new Date(input.pickupAt) : null
  if (pickupAt && !isTakenAway(input)) throw inputError('pickupAt', 'validation.pickupTakeaway')
  if (pickupAt && !settings.pickup.on) throw new AppError('pickup_off')
  if (keepsHours && !pickupAt) refuseClosed(settings, timeZone, now)
  if (!settings.pickup.on || !isTakenAway(input)) return undefined
  return choosePickup({ pickupAt, keepsHours, settings, taken, timeZone, now })
}

/** A customer's number as digits, the placeholder in its canonical spelling, and any other number as it was typed. */
export function storedPhone(phone: string): string {
  return customerPhoneNumber(phone) ?? (isPlaceholderPhone(phone) ? PLACEHOLDER_PHONE : phone)
}

/**
 * Returns the dining option: an order with a table is dine-in. A test has a table, and so has an order with the
 * placeholder phone, except for tests in a restaurant without tables. Delivery is not available yet.
 */
function checkedDiningOption(
  { tableId, diningOption, phoneNumber, isTest = false }: OrderToPlace,
  { noTables }: Preconditions['settings'],
): NewOrder['diningOption'] {
  if (diningOption === 'delivery') throw new AppError('delivery_unavailable')
  if (tableId !== null) return 'dine-in'
  if (isTest ? !noTables : isPlaceholderPhone(phoneNumber)) throw new AppError('no_table_selected')
  return diningOption
}
