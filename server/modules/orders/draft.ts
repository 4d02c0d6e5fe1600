import { customerPhoneNumber, foldedTexts } from '#server/modules/customer-totals/index.ts'
import { compareKey } from '#server/modules/occupancy/index.ts'
import { choosePickup, isPausedAt, type PickedUp, refuseClosed } from '#server/modules/pickup/index.ts'
import { AppError, inputError } from '#server/platform/app-error.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { roomForNotes } from '#shared/domain/orders/cart.ts'
import { isPlaceholderPhone, PLACEHOLDER_PHONE } from '#shared/domain/orders/dining.ts'
import type { NewOrder, OrderToWrite, ResponsePieces, WrittenIds } from './place-repo.ts'
import { isTakenAway, judgedAt } from './preconditions.ts'
import { type OrderToPlace, type Preconditions, priceOrder } from './price.ts'
import { orderSearchText } from './read.ts'
import { ticketsOfNewOrder } from './tickets.ts'
import { orderView } from './view.ts'

/** An order that may be placed, before it has ids. */
export interface OrderDraft {
  toWrite: Omit<OrderToWrite, 'stored'>
  /** The response; its ids are 0. */
  response: PlacedOrder
}

const UNWRITTEN = {
  id: 0,
  customerId: null,
  status: 'pending',
  version: 1,
  changedVersion: 1,
  seenAt: null,
  deliveredAt: null,
  readyAt: null,
  erasedAt: null,
  endedAt: null,
  paid: 0,
  unpaid: 0,
} as const

/**
 * @throws AppError `table_key`, `notes_too_long`, `orders_paused`, `closed`, `delivery_unavailable`, `no_table_selected`,
 * `pickup_off`, `slot_gone`, `options_invalid`, `item_unavailable`, `price_changed`, `table_not_found`
 */
export function draftOrder(input: OrderToPlace, preconditions: Preconditions, now: Date): OrderDraft {
  const { settings, dishes, groups, table } = preconditions
  const { customerName, email, notes, tableId } = input
  if (tableId !== null && settings.tableKeysRequired && input.needsTableKey) compareKey(table, input.tableKey)
  if (roomForNotes([notes, ...input.items.map((item) => item.notes)]) < 0) throw new AppError('notes_too_long')
  const at = judgedAt(input, now)
  if (isPausedAt(settings, at, now)) throw new AppError('orders_paused')
  const diningOption = checkedDiningOption(input, settings)
  const pickup = pickupOf({ ...input, diningOption }, preconditions, now)
  const { lines, total } = priceOrder({ ...input, diningOption }, preconditions, at)
  if (tableId !== null && !table) throw new AppError('table_not_found')
  const [tableNumber, tableLabel] = [table?.number ?? null, table?.label ?? null]
  const isTest = input.isTest ?? false
  const digits = customerPhoneNumber(input.phoneNumber)
  const phoneNumber = digits ?? storedAsTyped(input.phoneNumber)
  const orderToken = newToken(24)
  const order: NewOrder = {
    customerName,
    phoneNumber,
    email,
    diningOption,
    tableId,
    tableNumber,
    tableLabel,
    movedFrom: null,
    notes,
    isTest,
    total,
    currency: settings.currency,
    tickets: ticketsOfNewOrder(lines),
    tokenHash: tokenHash(orderToken),
    searchText: orderSearchText({ customerName, phoneNumber, email, tableNumber, tableLabel }),
    createdAt: now,
    pickupAt: pickup?.pickupAt ?? null,
    asap: pickup?.asap ?? false,
    startAt: pickup?.startAt ?? null,
    updatedAt: now,
  }
  const assumed = {
    settingsVersion: settings.rowVersion,
    dishIds: [...dishes.keys()],
    dishVersions: Array.from(dishes.values(), ({ rowVersion }) => rowVersion),
    groupIds: [...groups.keys()],
    groupVersions: Array.from(groups.values(), ({ rowVersion }) => rowVersion),
  }
  const customer = digits === undefined || isTest ? undefined : foldedTexts(order)
  const messagesOwner = settings.whatsappNotificationsEnabled && settings.ownerPhoneNumber !== null
  const { printsTickets } = settings
  const rows = lines.map((line) => ({ ...line, id: 0, orderId: 0, removedQuantity: 0, doneAt: null }))
  const view = orderView({ ...UNWRITTEN, ...order }, rows, [])
  return {
    toWrite: { order, lines, customer, messagesOwner, printsTickets, tableKey: table?.key, pickup, assumed },
    response: {
      ...view,
      items: view.items.map(({ stationId: _, doneAt: __, ...line }) => line),
      tickets: view.tickets.map(({ stationId: _, ...ticket }) => ticket),
      orderToken,
    },
  }
}

/**
 * When an order is picked up; undefined if it has no time. One for a time is bound by its slot, and any other by the
 * present hours.
 * @throws AppError `closed`, `pickup_off`, `slot_gone`; InputError for a time at a table, or one that is no slot
 */
function pickupOf(input: OrderToPlace, { settings, taken }: Preconditions, now: Date): PickedUp | undefined {
  const { keepsHours, timeZone } = input
  const pickupAt = input.pickupAt ? new Date(input.pickupAt) : null
  if (pickupAt && !isTakenAway(input)) throw inputError('pickupAt', 'validation.pickupTakeaway')
  if (pickupAt && !settings.pickup.on) throw new AppError('pickup_off')
  if (keepsHours && !pickupAt) refuseClosed(settings, timeZone, now)
  if (!settings.pickup.on || !isTakenAway(input)) return undefined
  return choosePickup({ pickupAt, keepsHours, settings, taken, timeZone, now })
}

/** The response as JSON, without its ids. */
export function responsePieces({ id: _, items, ...rest }: PlacedOrder): ResponsePieces {
  const afterId = (object: object) => `,${JSON.stringify(object).slice(1)}`
  const lines = items.map(({ id: __, ...line }) => afterId(line))
  const separated = lines.map((line, i) => (i < lines.length - 1 ? `${line},{"id":` : `${line}]${afterId(rest)}`))
  return ['{"id":', ',"items":[{"id":', ...separated]
}

/** The response as JSON, as the database puts it together too. */
export function joinPieces(pieces: ResponsePieces, { id, lineIds }: WrittenIds): string {
  return pieces.map((piece, i) => `${piece}${[id, ...lineIds][i] ?? ''}`).join('')
}

export function withIds(response: PlacedOrder, { id, lineIds }: WrittenIds): PlacedOrder {
  return { ...response, id, items: response.items.map((line, i) => ({ ...line, id: lineIds[i] ?? 0 })) }
}

/** The placeholder in its canonical spelling, and any other number that is not valid as it was typed. */
function storedAsTyped(phone: string): string {
  return isPlaceholderPhone(phone) ? PLACEHOLDER_PHONE : phone
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
