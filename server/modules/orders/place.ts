import { LRUCache } from 'lru-cache'
import { type Database, failureKind, inTransaction, OvertakenError, poolOf, type Tx } from '#server/db/index.ts'
import { hasProvenSeat } from '#server/modules/occupancy/index.ts'
import { AppError, InputError } from '#server/platform/app-error.ts'
import {
  type Attempt,
  isKeyTaken,
  responseOrWithdrawn,
  storedResponse,
  storedResponses,
} from '#server/platform/idempotency.ts'
import { bounded, KeyedQueue, readTogether } from '#server/platform/limits/concurrency.ts'
import type { OrderInput, PlacedOrder } from '#shared/contracts/orders.ts'
import { mayUse, type Rights } from '#shared/domain/access.ts'
import {
  decideOrder,
  draftOrder,
  joinPieces,
  type OrderDraft,
  RememberedPreconditions,
  readPreconditions,
  responsePieces,
  withIds,
} from './draft.ts'
import { announceWaiting, writeOrder } from './place-repo.ts'
import type { OrderToPlace, Preconditions } from './price.ts'

interface PlaceOrderInput {
  input: OrderInput
  /** Undefined for a request without an idempotency key, which places a new order each time. */
  attempt: Attempt | undefined
  /** The user who places the order; null for a guest. Owners may order hidden dishes; the floor needs no table key. */
  by: Rights | null
  /** The hash of the guest's token, if the browser has one: if it proved the key in the session at the table, it sends none. */
  guest?: string | undefined
  /** A keyed hash of the address that it comes from; undefined if that is unknown. */
  address?: number
  /** Counts the request; throws if the caller exceeds the limit. */
  limit?: () => Promise<void>
  /** Whether the attempt is known to be answered: then nothing is counted. */
  isAnswered?: boolean
  /** Called after the commit of a new order, not for a stored response. */
  onPlaced?: () => void
  timeZone: string
  now: Date
}

/** How many orders may wait to be decided anew; each was within its sender's limit. */
const MAX_WAITING = 500

/** What the orders of one instance share. */
export function sharedByOrders(db: Database) {
  const connections = poolOf(db)?.options.max ?? 1
  return {
    remembered: new RememberedPreconditions(),
    responseSoFar: storedResponses(db),
    // Of the pool a half, so that other orders are written while these wait for locks.
    decideInTurn: bounded(Math.ceil(connections / 2), MAX_WAITING, 'orders'),
  }
}

/**
 * Places an order in one transaction; it is committed when the promise resolves. One statement writes it if what is
 * remembered is still true; else what it depends on is read, and the order is accepted or rejected by that. Over the
 * limit, only the stored response is looked up.
 * @returns the body of the 201; the stored one if this attempt was answered before
 * @throws AppError `key_reused`, and what `decideOrder` and `limit` throw
 */
export async function placeOnce(
  db: Database,
  { input, attempt, by, guest, address, limit, isAnswered, onPlaced, timeZone, now }: PlaceOrderInput,
  shared?: ReturnType<typeof sharedByOrders>,
): Promise<string> {
  const { test, ...ordered } = input
  // A guest's order is never a test: it would reach nobody's phone.
  const seesHidden = mayUse('owner', by)
  const isTest = seesHidden && test === true
  const isGuest = !mayUse('floor', by)
  const sender = isGuest && address !== undefined ? { address, isBounded: limit !== undefined } : undefined
  const rights = { seesHidden, needsTableKey: isGuest, keepsHours: isGuest, sender }
  const order: OrderToPlace = { ...ordered, ...rights, timeZone, isTest }
  const responseSoFar = async () => attempt && shared?.responseSoFar(attempt)
  if (isAnswered) {
    const response = await responseSoFar()
    if (response !== undefined) return response
  }
  try {
    await limit?.()
  } catch (refusal) {
    const response = await responseSoFar()
    if (response === undefined) throw refusal
    return response
  }
  if (attempt && shared) {
    const response = await placeAsRemembered(db, { order, attempt, now }, shared.remembered)
    if (response !== undefined) {
      onPlaced?.()
      return response
    }
  }
  const decide = () =>
    inTransaction(db, async (tx) => {
      // Sent together, in one round trip.
      const [stored, preconditions] = await Promise.all([
        attempt && storedResponse(tx, attempt),
        readPreconditions(tx, order, now),
      ])
      if (stored !== undefined) return { response: stored, isNew: false }
      shared?.remembered.remember(order.tableId, preconditions, now)
      const needsTableKey = order.needsTableKey && !(await isFromSeat(tx, order, preconditions, guest))
      const draft = await decideOrder(tx, { ...order, needsTableKey }, preconditions, now)
      const response = await writeDraft(tx, draft, attempt)
      if (response === undefined) throw new OvertakenError()
      return { response, isNew: true }
    })
  const { response, isNew } = await (shared ? shared.decideInTurn(decide) : decide())
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
  now: Date
}

/**
 * Places an order by what is remembered.
 * @returns the response; undefined if the order is still to be decided, because something may have changed, the key was
 * used, or it takes a place of which its sender may hold few. Nothing is written then.
 */
async function placeAsRemembered(
  db: Database,
  { order, attempt, now }: FirstTry,
  remembered: RememberedPreconditions,
): Promise<string | undefined> {
  const preconditions = remembered.recall(order)
  if (!preconditions) return undefined
  try {
    const draft = draftOrder(order, preconditions, now)
    if (draft.toWrite.pickup && order.sender?.isBounded) return undefined
    return await writeDraft(db, draft, attempt)
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

/** How many withdrawals have a connection of the pool, and how many more may wait for one. */
const withdrawals = bounded(2, 200)

/**
 * Whether an order arrived: its response, or undefined if it did not, and will not (`responseOrWithdrawn`).
 * @param limit counts what is stored; throws if the caller exceeds the limit
 * @throws AppError `unavailable` if too many withdrawals wait
 */
export function withdrawOnce(
  db: Database,
  attempt: Attempt,
  limit: () => Promise<void>,
  now: Date,
): Promise<string | undefined> {
  // A retried transaction is still the same request.
  let counted: Promise<void> | undefined
  const countOnce = () => {
    counted ??= limit()
    return counted
  }
  return withdrawals(() => inTransaction(db, (tx) => responseOrWithdrawn(tx, attempt, countOnce, now)))
}

/**
 * Places an order within a transaction. The caller must hold no lock that comes after an order's in the lock order.
 * @throws AppError what `decideOrder` throws
 * @throws OvertakenError if something that the order depends on was changed meanwhile
 */
export async function placeInTransaction(tx: Tx, order: OrderToPlace, now: Date): Promise<PlacedOrder> {
  const { toWrite, response } = await decideOrder(tx, order, await readPreconditions(tx, order, now), now)
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
  run<Response>(
    key: string,
    count: () => Promise<void>,
    place: (isAnswered: boolean) => Promise<Response>,
  ): Promise<Response> {
    return this.#queue.run(key, async () => {
      const isAnswered = this.#answered.has(key)
      if (isAnswered) await count()
      const response = await place(isAnswered)
      this.#answered.set(key, true)
      return response
    })
  }
}
