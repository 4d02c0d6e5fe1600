import { type Database, failureKind, inTransaction, OvertakenError, type Tx } from '#server/db/index.ts'
import { hasProvenSeat } from '#server/modules/occupancy/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Attempt, isKeyTaken, storedResponse } from '#server/platform/idempotency.ts'
import { readTogether } from '#server/platform/limits/read-together.ts'
import type { Reservation } from '#server/platform/limits/throttle.ts'
import type { OrderInput, PlacedOrder } from '#shared/contracts/orders.ts'
import { mayUse, type Rights } from '#shared/domain/access.ts'
import {
  draftOrder,
  joinPieces,
  type OrderDraft,
  type OrderToPlace,
  type Premises,
  piecesAroundIds,
  withIds,
} from './draft.ts'
import { announceWaiting, writeOrder } from './place-repo.ts'
import { type RememberedPremises, readPremises } from './premises.ts'

/** The limit on guests' writes, for one request. */
interface RequestLimit {
  /** Counts the request. Throws if the caller exceeds the limit. */
  count(): Promise<void>
  /** Reserves a place for the request; undefined if the caller may exceed the limit. */
  reserve(): Promise<Reservation | undefined>
}

/** For owners and the floor, whose writes are not limited. */
export const NO_LIMIT: RequestLimit = {
  count: async () => {},
  reserve: async () => ({ count: async () => {}, release: () => {} }),
}

export interface PlaceOrderInput {
  input: OrderInput
  /** Undefined for a request without an idempotency key, which places a new order each time. */
  attempt: Attempt | undefined
  /** The user who places the order; null for a guest. Owners may order hidden dishes; the floor needs no table key. */
  by: Rights | null
  /** The hash of the guest's token, if the browser has one: if it proved the key in the session at the table, it sends none. */
  guest?: string | undefined
  /** Counts a request once, unless a response is stored. */
  limit: RequestLimit
  /** Called after the commit of a new order, not for a stored response. */
  onPlaced?: () => void
  now: Date
}

/**
 * Places an order in one transaction; it is committed when the promise resolves. One statement writes it if what is
 * remembered is still true; else what it depends on is read, and the order is accepted or rejected by that.
 * @returns the body of the 201; the stored one if this attempt was answered before
 * @throws AppError `key_reused`, and what `draftOrder` and `limit.count` throw
 */
export async function placeOnce(
  db: Database,
  { input, attempt, by, guest, limit, onPlaced, now }: PlaceOrderInput,
  remembered?: RememberedPremises,
): Promise<string> {
  const { test, ...ordered } = input
  // A guest's order is never a test: it would reach nobody's phone.
  const seesHidden = mayUse('owner', by)
  const isTest = seesHidden && test === true
  const order: OrderToPlace = { ...ordered, seesHidden, needsTableKey: !mayUse('floor', by), isTest }
  if (attempt && remembered) {
    const response = await placeAsRemembered(db, { order, attempt, limit, now }, remembered)
    if (response !== undefined) {
      onPlaced?.()
      return response
    }
  }
  // Counted once: a retried transaction is still the same request.
  let counted: Promise<void> | undefined
  const countOnce = () => {
    counted ??= limit.count()
    return counted
  }
  if (!attempt) await countOnce()
  const { response, isNew } = await inTransaction(db, async (tx) => {
    // Sent together, in one round trip.
    const [stored, premises] = await Promise.all([attempt && storedResponse(tx, attempt), readPremises(tx, order, now)])
    if (stored !== undefined) return { response: stored, isNew: false }
    // Before the table's key is compared, so that keys cannot be guessed faster than the limit allows.
    await countOnce()
    remembered?.remember(order.tableId, premises)
    const needsTableKey = order.needsTableKey && !(await isFromSeat(tx, order, premises, guest))
    const response = await writeDraft(tx, draftOrder({ ...order, needsTableKey }, premises, now), attempt)
    if (response === undefined) throw new OvertakenError()
    return { response, isNew: true }
  })
  if (isNew) onPlaced?.()
  return response
}

async function isFromSeat(tx: Tx, { tableId }: OrderToPlace, { settings }: Premises, guest?: string): Promise<boolean> {
  if (tableId === null || guest === undefined || !settings.tableKeysRequired) return false
  return hasProvenSeat(tx, tableId, guest)
}

type FirstTry = Pick<PlaceOrderInput, 'limit' | 'now'> & { order: OrderToPlace; attempt: Attempt }

/**
 * Places an order by what is remembered.
 * @returns the response; undefined if the order is still to be decided, because something may have changed, the key was
 * used, or the caller may exceed the limit. Nothing is written or counted then.
 */
async function placeAsRemembered(
  db: Database,
  { order, attempt, limit, now }: FirstTry,
  remembered: RememberedPremises,
): Promise<string | undefined> {
  const premises = remembered.recall(order)
  const reservation = premises && (await limit.reserve())
  if (!reservation) return undefined
  let isUndecided = false
  try {
    const response = await writeDraft(db, draftOrder(order, premises, now), attempt)
    isUndecided = response === undefined
    return response
  } catch (error) {
    isUndecided = error instanceof AppError || failureKind(error) === 'conflict' || isKeyTaken(error)
    if (!isUndecided) throw error
    return undefined
  } finally {
    if (isUndecided) reservation.release()
    else await reservation.count()
  }
}

async function writeDraft(db: Database, draft: OrderDraft, attempt: Attempt | undefined): Promise<string | undefined> {
  const pieces = piecesAroundIds(draft.response)
  const ids = await writeOrder(db, { ...draft.toWrite, stored: attempt && { ...attempt, pieces } })
  return ids && joinPieces(pieces, ids)
}

/**
 * Places an order within a transaction. The caller must hold no lock that comes after an order's in the lock order.
 * @throws AppError what `draftOrder` throws
 * @throws OvertakenError if something that the order depends on was changed meanwhile
 */
export async function placeInTransaction(tx: Tx, order: OrderToPlace, now: Date): Promise<PlacedOrder> {
  const { toWrite, response } = draftOrder(order, await readPremises(tx, order, now), now)
  const ids = await writeOrder(tx, { ...toWrite, stored: undefined })
  if (!ids) throw new OvertakenError()
  return withIds(response, ids)
}

// Of the whole process: this area places orders, and shared sessions do.
let placedCount = 0

/** Counts a new order for the metrics; call it after the commit. */
export function countPlaced(): void {
  placedCount++
}

/** How many new orders this process has placed for guests and owners. */
export function ordersPlaced(): number {
  return placedCount
}

/** Returns a function that announces placed orders; orders that are placed meanwhile are announced together. */
export function orderAnnouncer(db: Database): () => Promise<void> {
  return readTogether(() => announceWaiting(db))
}
