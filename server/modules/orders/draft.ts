import { customerPhoneNumber, foldedTexts } from '#server/modules/customer-totals/index.ts'
import { type DishToday, unavailableDish } from '#server/modules/menu/index.ts'
import { compareKey, type TableToOrderAt } from '#server/modules/occupancy/index.ts'
import { pauseAt, type ReadSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import type { OrderInput, PlacedOrder } from '#shared/contracts/orders.ts'
import { type Station, stationIdOf } from '#shared/domain/kitchen.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { roomForNotes } from '#shared/domain/orders/cart.ts'
import { isPlaceholderPhone, PLACEHOLDER_PHONE } from '#shared/domain/orders/dining.ts'
import type { NewLine, NewOrder, OrderToWrite, ResponsePieces, WrittenIds } from './place-repo.ts'
import { orderSearchText } from './read.ts'
import { ticketsOfNewOrder } from './tickets.ts'
import { orderView } from './view.ts'

interface DishToOrder {
  menuItemId: number
  quantity: number
  notes: string | null
  /** The guest who wanted the dish, if several order together; the floor may also name a seat. */
  guestName?: string | null
}

/**
 * Returns the lines of an order with today's names, prices and stations, and their total in minor units.
 * @param seesHidden whether the caller also sees hidden dishes: an error names only dishes that the caller sees
 * @throws AppError `item_unavailable` with the dishes that cannot be ordered; `price_changed` with today's prices if
 * the guest saw another total
 */
function priceOrder(
  dishById: ReadonlyMap<number, DishToday>,
  stations: readonly Station[],
  { items, total: shownTotal, seesHidden }: { items: DishToOrder[]; total: number | undefined; seesHidden: boolean },
): { lines: NewLine[]; total: number } {
  const unavailable = new Map<number, ReturnType<typeof unavailableDish>>()
  const lines: NewLine[] = []
  for (const { menuItemId, quantity, notes, guestName = null } of items) {
    const dish = dishById.get(menuItemId)
    if (!dish?.isOrderable) unavailable.set(menuItemId, unavailableDish(menuItemId, dish, seesHidden))
    else {
      const { name, nameRo, price } = dish
      const stationId = stationIdOf(stations, dish.stationId)
      lines.push({ menuItemId, quantity, notes, guestName, name, nameRo, price, stationId })
    }
  }
  if (unavailable.size > 0) throw new AppError('item_unavailable', { unavailable: [...unavailable.values()] })
  const total = linesTotal(lines)
  if (shownTotal !== undefined && total !== shownTotal) {
    throw new AppError('price_changed', {
      total,
      prices: [...dishById.values()].map(({ id, price }) => ({ menuItemId: id, price })),
    })
  }
  return { lines, total }
}

/** The input of an order: from one guest, or from a shared cart, whose lines name the guests who wanted them. */
export interface OrderToPlace extends Omit<OrderInput, 'items' | 'total' | 'status' | 'test'> {
  items: DishToOrder[]
  /** The total that the guest saw, in minor units; not compared if undefined. */
  total: number | undefined
  /** Whether the error about unavailable dishes may name hidden ones. */
  seesHidden: boolean
  /** Whether the guest must have sent the table's key, while keys are required. */
  needsTableKey: boolean
  /** Whether an owner tests the board, so that no message is sent. */
  isTest?: boolean
}

/** All that an order depends on, as it was read. */
export interface Preconditions {
  settings: ReadSettings
  /** Dishes by id; ids without a dish are missing. */
  dishes: ReadonlyMap<number, DishToday>
  /** Undefined if the order has no table, or the table does not exist. */
  table: TableToOrderAt | undefined
}

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
} as const

/**
 * Applies the rules to an order.
 * @throws AppError `table_key`, `notes_too_long`, `orders_paused`, `delivery_unavailable`, `no_table_selected`,
 * `item_unavailable`, `price_changed`, `table_not_found`
 */
export function draftOrder(input: OrderToPlace, { settings, dishes, table }: Preconditions, now: Date): OrderDraft {
  const { customerName, email, notes, tableId } = input
  if (tableId !== null && settings.tableKeysRequired && input.needsTableKey) compareKey(table, input.tableKey)
  if (roomForNotes([notes, ...input.items.map((item) => item.notes)]) < 0) throw new AppError('notes_too_long')
  if (pauseAt(settings, now).ordersPaused) throw new AppError('orders_paused')
  const diningOption = checkedDiningOption(input, settings)
  const { lines, total } = priceOrder(dishes, settings.stations, input)
  if (tableId !== null && !table) throw new AppError('table_not_found')
  const [tableNumber, tableLabel] = [table?.number ?? null, table?.label ?? null]
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
    total,
    currency: settings.currency,
    tickets: ticketsOfNewOrder(lines),
    tokenHash: tokenHash(orderToken),
    searchText: orderSearchText({ customerName, phoneNumber, email, tableNumber, tableLabel }),
    createdAt: now,
    updatedAt: now,
  }
  const assumed = {
    settingsVersion: settings.rowVersion,
    dishIds: [...dishes.keys()],
    dishVersions: Array.from(dishes.values(), ({ rowVersion }) => rowVersion),
  }
  const customer = digits === undefined ? undefined : foldedTexts(order)
  const rows = lines.map((line) => ({ ...line, id: 0, orderId: 0, removedQuantity: 0, doneAt: null }))
  const view = orderView({ ...UNWRITTEN, ...order }, rows, [])
  return {
    toWrite: { order, lines, customer, tableKey: table?.key, isTest: input.isTest ?? false, assumed },
    response: {
      ...view,
      items: view.items.map(({ stationId: _, doneAt: __, ...line }) => line),
      tickets: view.tickets.map(({ stationId: _, ...ticket }) => ticket),
      orderToken,
    },
  }
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

/** The response of a written order. */
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
