import { Counter } from 'prom-client'
import { type Database, inTransaction, lock, type Tx } from '#server/db/index.ts'
import { dishesToday, existingOptions, givePortionsBack, lockPortions } from '#server/modules/menu/index.ts'
import { hasProvenSeat, lockTable, writeStatus } from '#server/modules/occupancy/index.ts'
import { addJobs } from '#server/modules/printing/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { readTakenSlots, takeSlot } from '#server/modules/times/index.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import * as idempotency from '#server/platform/idempotency.ts'
import { type Bounded, bounded } from '#server/platform/limits/concurrency.ts'
import type { ResponseInput } from '#shared/contracts/base/endpoint.ts'
import type { OrderInput, PlacedOrder, placeOrder } from '#shared/contracts/orders.ts'
import { mayUse, type Rights } from '#shared/domain/access.ts'
import { draftOrder, isTakenAway, judgedAt, MAX_HELD, placedOrderView, storedPhone } from './draft.ts'
import type { Origin } from './place-repo.ts'
import { countUnprovenAt, holdsMost, insertOrder, queueMessage, takenAtTable, takenByOrigin } from './place-repo.ts'
import type { OrderToPlace, Preconditions } from './price.ts'

export { foldTotals } from './summary-repo.ts'

interface PlaceOrderInput {
  input: OrderInput
  attempt: idempotency.Attempt<ResponseInput<typeof placeOrder>>
  /** The user who places the order; null for a guest. Owners may order hidden dishes; the floor needs no table key. */
  by: (Rights & Pick<Viewer, 'program'>) | null
  /** The hash of the guest's token, if the browser has one. A guest who proved the key in the session sends no key. */
  guest?: string | undefined
  /** Undefined if the address is unknown. */
  origin?: Origin
  /** Called after the commit of a new order, but not for a stored response. */
  onPlaced?: () => void
  timeZone: string
  now: Date
}

/**
 * Places an order in one transaction, once for each key; it is committed when the promise resolves.
 * @returns the body of the 201; the stored one if this attempt had a response before
 */
export function placeOnce(
  db: Database,
  { input, attempt, by, guest, origin, onPlaced, timeZone, now }: PlaceOrderInput,
  takeAway?: Bounded,
): Promise<string> {
  const { test, ...ordered } = input
  // A guest's order is never a test: nobody's phone would receive it.
  const seesHidden = mayUse('owner', by)
  const isTest = seesHidden && test === true
  const isGuest = !mayUse('floor', by)
  const sender = { seesHidden, isGuest, guest, origin, program: by?.program }
  const order: OrderToPlace = { ...ordered, ...sender, timeZone, isTest }
  const first = (tx: Tx) => lockPreconditions(tx, order, now)
  const place = () =>
    idempotency.respondOnce(db, { attempt, now, first, onDone: onPlaced }, (tx, _, preconditions) =>
      placeLocked(tx, order, preconditions, now),
    )
  return takeAway && isTakenAway(order) ? takeAway(place) : place()
}

/**
 * Places an order within a transaction. The caller must hold no lock that comes after an order's in the lock order.
 * @throws OvertakenError if its customer was merged or erased, or its slot filled by staff, meanwhile
 */
export async function placeInTransaction(tx: Tx, order: OrderToPlace, now: Date): Promise<PlacedOrder> {
  return placeLocked(tx, order, await lockPreconditions(tx, order, now), now)
}

/**
 * Reads what an order depends on in two round trips. Its table and its portions are locked before they are read, and so
 * are all slots if it gets a time; any other change that is committed meanwhile counts as made after the order.
 */
async function lockPreconditions(tx: Tx, order: OrderToPlace, now: Date): Promise<Preconditions> {
  const { items, tableId, isGuest, guest, origin, phoneNumber } = order
  const ids = [...new Set(items.map(({ menuItemId }) => menuItemId))]
  const optionIds = [...new Set(items.flatMap(({ options = [] }) => options))]
  const readDishes = () => dishesToday(tx, ids, judgedAt(order, now), optionIds)
  const limited = isGuest && origin?.isBounded ? origin : undefined
  const [table, seat, unprovenAtTable, settings, seen, options] = await Promise.all([
    tableId === null ? undefined : lockTable(tx, tableId),
    isGuest && tableId !== null && guest !== undefined && hasProvenSeat(tx, tableId, guest, now),
    tableId !== null && limited ? countUnprovenAt(tx, tableId) : 0,
    readSettings(tx),
    readDishes(),
    optionIds.length > 0 ? existingOptions(tx, optionIds) : [],
  ])
  const counted = [...seen.values()].filter(({ portionsUntil }) => portionsUntil !== null).map(({ id }) => id)
  const isCounted = counted.length > 0
  const hasTime = settings.pickup.on && isTakenAway(order)
  const held = { phoneNumber: storedPhone(phoneNumber), now, most: MAX_HELD }
  const [, takenPortions, locked, , taken, isFull] = await Promise.all([
    isCounted && lockPortions(tx, counted),
    isCounted && isGuest ? takenPortionsOf(tx, order, counted, now) : [],
    isCounted && readDishes(),
    hasTime && lock(tx, 'pickup'),
    hasTime ? readTakenSlots(tx, now) : new Map<number, number>(),
    hasTime && limited ? holdsMost(tx, { ...limited, ...held }) : false,
  ])
  const existingOptionIds = new Set(options.map(({ id }) => id))
  return {
    ...{ table, settings, dishes: locked || seen, existingOptionIds, hasProvenSeat: seat, unprovenAtTable },
    ...{ takenPortions, taken, holdsMost: isFull },
  }
}

/** The portions that unproven orders of the same table, or of the same origin, took. The portions must be locked. */
async function takenPortionsOf(tx: Tx, { tableId, origin }: OrderToPlace, ids: readonly number[], now: Date) {
  if (tableId !== null) return takenAtTable(tx, { tableId, ids, now })
  return origin ? takenByOrigin(tx, { ...origin, ids, now }) : []
}

/** Decides an order by the data that was read, and writes it. */
async function placeLocked(tx: Tx, order: OrderToPlace, preconditions: Preconditions, now: Date): Promise<PlacedOrder> {
  const draft = draftOrder(order, preconditions, now)
  const { customer, lines, pickup } = draft
  const { table, settings } = preconditions
  const taken = lines.map((line) => ({ ...line, quantity: -line.quantity }))
  const [ids] = await Promise.all([
    insertOrder(tx, draft.order, lines, customer),
    givePortionsBack(tx, taken),
    order.tableId !== null && table?.status !== 'occupied' && writeStatus(tx, order.tableId, 'occupied', now),
    pickup && takeSlot(tx, pickup.pickupAt, order.isGuest ? settings.pickup.ordersPerSlot : null),
  ])
  const { id } = ids
  await Promise.all([
    settings.printsTickets && addJobs(tx, { orderId: id, tickets: JSON.stringify(draft.order.tickets), now }),
    draft.messagesOwner && queueMessage(tx, { id, now }),
  ])
  return placedOrderView(draft, ids)
}

/** The number of withdrawals that have a connection of the pool, and of those that may wait for one. */
const withdrawals = bounded(2, 200)

/**
 * Finds out whether an order arrived, and otherwise prevents it from arriving later (`responseOrWithdrawn`).
 * @param limit counts stored withdrawals; throws if the caller exceeds the limit
 * @returns the order's response; undefined if it did not arrive
 */
export function withdrawOnce(db: Database, key: string, limit: () => Promise<void>, now: Date) {
  // A retried transaction is still the same request.
  let counted: Promise<void> | undefined
  const countOnce = () => {
    counted ??= limit()
    return counted
  }
  return withdrawals(() => inTransaction(db, (tx) => idempotency.responseOrWithdrawn(tx, key, countOnce, now)))
}

/** Counts the orders of the whole process, including those of shared sessions. */
export const placedOrders = new Counter({
  name: 'masa_orders_placed_total',
  help: 'New orders; a repeated request is none.',
  registers: [],
})

/** Counts a new order for the metrics; call it after the commit. */
export const countPlaced = (): void => placedOrders.inc()
