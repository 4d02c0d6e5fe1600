import { LRUCache } from 'lru-cache'
import { type Database, failureKind, inTransaction, OvertakenError, type Tx } from '#server/db/index.ts'
import { hasProvenSeat } from '#server/modules/occupancy/index.ts'
import { AppError, InputError } from '#server/platform/app-error.ts'
import { type Attempt, isKeyTaken, responseOrWithdrawn, storedResponse } from '#server/platform/idempotency.ts'
import { KeyedQueue, readTogether } from '#server/platform/limits/concurrency.ts'
import type { OrderInput, PlacedOrder } from '#shared/contracts/orders.ts'
import { mayUse, type Rights } from '#shared/domain/access.ts'
import {
  draftOrder,
  joinPieces,
  type OrderDraft,
  type RememberedPreconditions,
  readPreconditions,
  responsePieces,
  withIds,
} from './draft.ts'
import { announceWaiting, writeOrder } from './place-repo.ts'
import type { OrderToPlace, Preconditions } from './price.ts'

/** For owners and the floor, whose writes are not limited. */
export const NO_LIMIT = async (): Promise<void> => {}

interface PlaceOrderInput {
  input: OrderInput
  /** Undefined for a request without an idempotency key, which places a new order each time. */
  attempt: Attempt | undefined
  /** The user who places the order; null for a guest. Owners may order hidden dishes; the floor needs no table key. */
  by: Rights | null
  /** The hash of the guest's token, if the browser has one: if it proved the key in the session at the table, it sends none. */
  guest?: string | undefined
  /** Counts the request; throws if the caller exceeds the limit. Called at most once. */
  limit: () => Promise<void>
  /** Called after the commit of a new order, not for a stored response. */
  onPlaced?: () => void
  timeZone: string
  now: Date
}

/**
 * Places an order in one transaction; it is committed when the promise resolves. One statement writes it if what is
 * remembered is still true; else what it depends on is read, and the order is accepted or rejected by that.
 * @returns the body of the 201; the stored one if this attempt was answered before
 * @throws AppError `key_reused`, and what `draftOrder` and `limit` throw
 */
export async function placeOnce(
  db: Database,
  { input, attempt, by, guest, limit, onPlaced, timeZone, now }: PlaceOrderInput,
  remembered?: RememberedPreconditions,
): Promise<string> {
  const { test, ...ordered } = input
  // A guest's order is never a test: it would reach nobody's phone.
  const seesHidden = mayUse('owner', by)
  const isTest = seesHidden && test === true
  const isGuest = !mayUse('floor', by)
  const order: OrderToPlace = { ...ordered, seesHidden, needsTableKey: isGuest, keepsHours: isGuest, timeZone, isTest }
  // An order that is decided anew, or a retried transaction, is still the same request.
  let counted: Promise<void> | undefined
  const countOnce = () => {
    counted ??= limit()
    return counted
  }
  if (attempt && remembered) {
    const response = await placeAsRemembered(db, { order, attempt, countOnce, now }, remembered)
    if (response !== undefined) {
      onPlaced?.()
      return response
    }
  }
  if (!attempt) await countOnce()
  const { response, isNew } = await inTransaction(db, async (tx) => {
    // Sent together, in one round trip.
    const [stored, preconditions] = await Promise.all([
      attempt && storedResponse(tx, attempt),
      readPreconditions(tx, order, now),
    ])
    if (stored !== undefined) return { response: stored, isNew: false }
    // Before the table's key is compared, so that keys cannot be guessed faster than the limit allows.
    await countOnce()
    remembered?.remember(order.tableId, preconditions, now)
    const needsTableKey = order.needsTableKey && !(await isFromSeat(tx, order, preconditions, guest))
    const response = await writeDraft(tx, draftOrder({ ...order, needsTableKey }, preconditions, now), attempt)
    if (response === undefined) throw new OvertakenError()
    return { response, isNew: true }
  })
  if (isNew) onPlaced?.()
  return response
}

async function isFromSeat(
  tx: Tx,
  { tableId }: OrderToPlace,
  { settings }: Preconditions,
  guest?: string,
): Promise<boolean> {
  if (tableId === null || guest === undefined || !settings.tableKeysRequired) return false
  return hasProvenSeat(tx, tableId, guest)
}

interface FirstTry {
  order: OrderToPlace
  attempt: Attempt
  countOnce: () => Promise<void>
  now: Date
}

/**
 * Places an order by what is remembered.
 * @returns the response; undefined if the order is still to be decided, because something may have changed, the key was
 * used, or the caller exceeds the limit. Nothing is written then.
 */
async function placeAsRemembered(
  db: Database,
  { order, attempt, countOnce, now }: FirstTry,
  remembered: RememberedPreconditions,
): Promise<string | undefined> {
  const preconditions = remembered.recall(order)
  if (!preconditions) return undefined
  try {
    // Over the limit, a stored response is still looked for.
    await countOnce()
    return await writeDraft(db, draftOrder(order, preconditions, now), attempt)
  } catch (error) {
    const isRefusal = error instanceof AppError || error instanceof InputError
    if (isRefusal || failureKind(error) === 'conflict' || isKeyTaken(error)) return undefined
    throw error
  }
}

async function writeDraft(db: Database, draft: OrderDraft, attempt: Attempt | undefined): Promise<string | undefined> {
  const pieces = responsePieces(draft.response)
  const ids = await writeOrder(db, { ...draft.toWrite, stored: attempt && { ...attempt, pieces } })
  return ids && joinPieces(pieces, ids)
}

/** Whether an order arrived: its response, or undefined if it did not, and never will (`responseOrWithdrawn`). */
export function withdrawOnce(db: Database, attempt: Attempt, now: Date): Promise<string | undefined> {
  return inTransaction(db, (tx) => responseOrWithdrawn(tx, attempt, now))
}

/**
 * Places an order within a transaction. The caller must hold no lock that comes after an order's in the lock order.
 * @throws AppError what `draftOrder` throws
 * @throws OvertakenError if something that the order depends on was changed meanwhile
 */
export async function placeInTransaction(tx: Tx, order: OrderToPlace, now: Date): Promise<PlacedOrder> {
  const { toWrite, response } = draftOrder(order, await readPreconditions(tx, order, now), now)
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

export function ordersPlaced(): number {
  return placedCount
}

/** Returns a function that announces placed orders; orders that are placed meanwhile are announced together. */
export function orderAnnouncer(db: Database): () => Promise<void> {
  return readTogether(() => announceWaiting(db))
}

/** How many answered keys are remembered; beyond that, the least recently used one is dropped. */
const MAX_KEYS = 10_000

/**
 * The requests that share an idempotency key. On this instance they are processed one after another and wait in memory,
 * so that one key never holds more than one connection; on other instances they wait for the key's lock.
 */
export class Repeats {
  readonly #queue = new KeyedQueue()
  readonly #answered = new LRUCache<string, true>({ max: MAX_KEYS })

  /**
   * Processes a request when earlier ones with its key are done.
   * @param count counts a request whose key is known to be answered, before anything is read; throws over the limit
   */
  run(key: string, count: () => Promise<void>, place: (isAnswered: boolean) => Promise<string>): Promise<string> {
    return this.#queue.run(key, async () => {
      const isAnswered = this.#answered.has(key)
      if (isAnswered) await count()
      const response = await place(isAnswered)
      this.#answered.set(key, true)
      return response
    })
  }
}
