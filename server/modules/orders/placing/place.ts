import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { countOrder, customerPhoneNumber } from '#server/modules/customer-totals/index.ts'
import { dishesToday } from '#server/modules/menu/index.ts'
import { occupy, refuseWrongKey } from '#server/modules/occupancy/index.ts'
import { pauseAt, readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Attempt, storedResponse, storeResponse } from '#server/platform/idempotency.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import type { OrderInput, PlacedOrder } from '#shared/contracts/orders.ts'
import { roomForNotes } from '#shared/domain/orders/cart.ts'
import { isPlaceholderPhone, PLACEHOLDER_PHONE } from '#shared/domain/orders/dining.ts'
import { orderSearchText } from '../reading/search-text.ts'
import { insertOrder, type NewOrder } from '../repo.ts'
import { orderView } from '../view.ts'
import { type DishToOrder, priceOrder } from './price.ts'

export interface PlaceOrderInput {
  input: OrderInput
  /** Undefined for a request without an idempotency key, which places a new order each time. */
  attempt: Attempt | undefined
  /** Whether an owner places the order. Owners may order hidden dishes and need no table key. */
  byOwner: boolean
  /** Throws if the caller exceeds the rate limit; called only if no response is stored. */
  checkLimit: () => Promise<void>
  now: Date
}

/**
 * Places an order in one transaction; it is committed when the promise resolves.
 * @returns the body of the 201; the stored one if this attempt was answered before
 * @throws AppError `key_reused`, `table_key`, and what `placeInTransaction` and `checkLimit` throw
 */
export async function placeOnce(db: Database, placing: PlaceOrderInput): Promise<string> {
  const { attempt, checkLimit } = placing
  // Counted once: a retried transaction is still the same request.
  let checked: Promise<void> | undefined
  const checkLimitOnce = () => {
    checked ??= checkLimit()
    return checked
  }
  if (!attempt) await checkLimitOnce()
  const { input, byOwner, now } = placing
  return inTransaction(db, async (tx, sendWithCommit) => {
    // Sent together with the query for the key, in one round trip.
    const [stored, settingsAndDishes] = await Promise.all([
      attempt && storedResponse(tx, attempt),
      readSettingsAndDishes(tx, input.items, now),
    ])
    if (stored !== undefined) return stored
    await checkLimitOnce()
    // After the limit was counted, so that keys cannot be guessed faster than the limit allows.
    const { tableId, tableKey } = input
    if (tableId !== null && settingsAndDishes.settings.tableKeysRequired && !byOwner)
      await refuseWrongKey(tx, tableId, tableKey)
    const placed = await placeInTransaction(tx, { ...input, seesHidden: byOwner }, now, settingsAndDishes)
    const response = JSON.stringify(placed)
    if (attempt) storeResponse(sendWithCommit, attempt, { response, orderId: placed.id, now })
    return response
  })
}

/** The input of an order: from one guest, or from a shared cart, whose lines name the guests who wanted them. */
export interface OrderToPlace extends Omit<OrderInput, 'items' | 'total' | 'status' | 'tableKey'> {
  items: DishToOrder[]
  /** The total that the guest saw, in minor units; not compared if undefined. */
  total: number | undefined
  /** Whether the error about unavailable dishes may name hidden ones. */
  seesHidden: boolean
}

/**
 * Places an order within a transaction. The caller must hold no lock that comes after an order's in the lock order.
 * @param settingsAndDishes read from the database if undefined
 * @throws AppError `notes_too_long`, `orders_paused`, `item_unavailable`, `price_changed`, `table_not_found`,
 * `delivery_unavailable`, `no_table_selected`
 */
export async function placeInTransaction(
  tx: Tx,
  input: OrderToPlace,
  now: Date,
  settingsAndDishes?: Awaited<ReturnType<typeof readSettingsAndDishes>>,
): Promise<PlacedOrder> {
  if (roomForNotes([input.notes, ...input.items.map(({ notes }) => notes)]) < 0) throw new AppError('notes_too_long')
  const { settings, dishes } = settingsAndDishes ?? (await readSettingsAndDishes(tx, input.items, now))
  const { currency } = settings
  if (pauseAt(settings, now).ordersPaused) throw new AppError('orders_paused')
  const diningOption = checkedDiningOption(input)
  const { lines, total } = priceOrder(dishes, input)
  const { customerName, email, notes, tableId } = input
  const phoneNumber = storedPhone(input.phoneNumber)
  // Locks go in the order table, customer, summary in every transaction, so that transactions cannot deadlock.
  const tableNumber = tableId === null ? null : await occupy(tx, tableId, now)
  const customer = await countOrder(tx, { customerName, phoneNumber, email, total, at: now })
  const orderToken = newToken(24)
  const written = await insertOrder(
    tx,
    {
      customerId: customer.customerId,
      customerName,
      phoneNumber,
      email,
      diningOption,
      tableId,
      tableNumber,
      movedFrom: null,
      notes,
      total,
      currency,
      tokenHash: tokenHash(orderToken),
      searchText: orderSearchText({ customerName, phoneNumber, email, tableNumber }),
      createdAt: now,
      updatedAt: now,
    },
    lines,
    customer,
  )
  return { ...orderView(written.order, written.lines, []), orderToken }
}

async function readSettingsAndDishes(tx: Tx, items: readonly DishToOrder[], now: Date) {
  const ids = items.map(({ menuItemId }) => menuItemId)
  const [settings, dishes] = await Promise.all([readSettings(tx), dishesToday(tx, ids, now)])
  return { settings, dishes }
}

/** Returns a valid number as digits, the placeholder in its canonical spelling, and anything else as typed. */
function storedPhone(phone: string): string {
  return customerPhoneNumber(phone) ?? (isPlaceholderPhone(phone) ? PLACEHOLDER_PHONE : phone)
}

/**
 * Returns the dining option: an order with a table is dine-in. Only orders with a table may have the placeholder phone,
 * and delivery is not available yet.
 */
function checkedDiningOption({ tableId, diningOption, phoneNumber }: OrderToPlace): NewOrder['diningOption'] {
  if (diningOption === 'delivery') throw new AppError('delivery_unavailable')
  if (tableId !== null) return 'dine-in'
  if (isPlaceholderPhone(phoneNumber)) throw new AppError('no_table_selected')
  return diningOption
}
