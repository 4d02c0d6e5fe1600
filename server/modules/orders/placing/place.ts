import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { countOrder, customerNumber } from '#server/modules/customer-totals/index.ts'
import { dishesToday } from '#server/modules/menu/index.ts'
import { occupy, refuseWrongKey } from '#server/modules/occupancy/index.ts'
import { pauseAt, readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Attempt, storeAnswer, storedAnswer } from '#server/platform/idempotency.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import type { OrderInput, PlacedOrder } from '#shared/contracts/orders.ts'
import { roomForNotes } from '#shared/domain/cart.ts'
import { isPlaceholderPhone, PLACEHOLDER_PHONE } from '#shared/domain/dining.ts'
import { orderSearchText } from '../reading/search-text.ts'
import { insertOrder, type NewOrder } from '../repo.ts'
import { orderView } from '../view.ts'
import { type DishToOrder, priceOrder } from './price.ts'

export interface Placing {
  input: OrderInput
  /** Undefined for a request without a key, which is a new order each time. */
  attempt: Attempt | undefined
  /** Whether an owner orders, who sees hidden dishes as well, and needs no table's key. */
  byOwner: boolean
  /** Refuses a caller who sent too much; called only when no answer is stored. */
  admit: () => Promise<void>
  now: Date
}

/**
 * Takes an order in one transaction; it is durable when this resolves.
 * @returns the body of the 201: the stored one, if this attempt was answered before
 */
export async function placeOnce(db: Database, placing: Placing): Promise<string> {
  const { attempt, admit } = placing
  // Counted once: a retried transaction is still the same request.
  let admitted: Promise<void> | undefined
  const admitOnce = () => {
    admitted ??= admit()
    return admitted
  }
  if (!attempt) await admitOnce()
  const { input, byOwner, now } = placing
  return inTransaction(db, async (tx, last) => {
    // Sent together with the key's query: one round trip for all.
    const [stored, today] = await Promise.all([attempt && storedAnswer(tx, attempt), readToday(tx, input.items, now)])
    if (stored !== undefined) return stored
    await admitOnce()
    // Wrong keys are counted by then, so nobody guesses faster than guests may write.
    const { tableId, tableKey } = input
    if (tableId !== null && today.settings.tableKeysRequired && !byOwner) await refuseWrongKey(tx, tableId, tableKey)
    const placed = await takeOrder(tx, { ...input, seesHidden: byOwner }, now, today)
    const answer = JSON.stringify(placed)
    if (attempt) storeAnswer(last, attempt, { answer, orderId: placed.id, now })
    return answer
  })
}

/** The input of an order: a guest's own, or a shared cart's, whose dishes name the guests who wanted them. */
export interface OrderToTake extends Omit<OrderInput, 'items' | 'total' | 'status' | 'tableKey'> {
  items: DishToOrder[]
  /** The total that the guest was shown, in minor units; not compared if undefined. */
  total: number | undefined
  /** Whether a refusal may name hidden dishes. */
  seesHidden: boolean
}

/**
 * Takes an order within a transaction. The caller must hold no lock that comes after an order's in the order of locks.
 * @throws AppError `notes_too_long`, `orders_paused`, `item_unavailable`, `price_changed`, `table_not_found` and what `dining` refuses
 */
export async function takeOrder(
  tx: Tx,
  input: OrderToTake,
  now: Date,
  today?: Awaited<ReturnType<typeof readToday>>,
): Promise<PlacedOrder> {
  if (roomForNotes([input.notes, ...input.items.map(({ notes }) => notes)]) < 0) throw new AppError('notes_too_long')
  const { settings, dishes } = today ?? (await readToday(tx, input.items, now))
  const { currency } = settings
  if (pauseAt(settings, now).ordersPaused) throw new AppError('orders_paused')
  const diningOption = dining(input)
  const { lines, total } = priceOrder(dishes, input)
  const { customerName, email, notes, tableId } = input
  const phoneNumber = storedPhone(input.phoneNumber)
  // Table before customer before summary, everywhere: transactions that meet wait for one another, but never in a ring.
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

async function readToday(tx: Tx, items: readonly DishToOrder[], now: Date) {
  const ids = items.map(({ menuItemId }) => menuItemId)
  const [settings, dishes] = await Promise.all([readSettings(tx), dishesToday(tx, ids, now)])
  return { settings, dishes }
}

/** A real number as digits, the placeholder in its one spelling, and anything else as it was typed. */
function storedPhone(typed: string): string {
  return customerNumber(typed) ?? (isPlaceholderPhone(typed) ? PLACEHOLDER_PHONE : typed)
}

/** An order with a table is dine-in; the placeholder phone belongs to tables alone; delivery is still to come. */
function dining({ tableId, diningOption, phoneNumber }: OrderToTake): NewOrder['diningOption'] {
  if (diningOption === 'delivery') throw new AppError('delivery_unavailable')
  if (tableId !== null) return 'dine-in'
  if (isPlaceholderPhone(phoneNumber)) throw new AppError('no_table_selected')
  return diningOption
}
