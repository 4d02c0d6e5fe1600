import { type Database, inTransaction, Overtaken, type Tx, violatedConstraint } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { holdTable, isInUse, lockTable, writeStatus } from '#server/modules/occupancy/index.ts'
import { completeDeliveredOf, lockOrdersAt, renumberOrders } from '#server/modules/orders/index.ts'
import {
  announceSession,
  cancel,
  findActiveAt,
  isAnybodyAt,
  isExpired,
  lockActiveAt,
} from '#server/modules/shared-sessions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { type Attempt, storeAnswer, storedAnswer } from '#server/platform/idempotency.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { Table, TableInput } from '#shared/contracts/tables.ts'
import { deleteTableRow, findTable, forgetInOrders, insertTable, ONE_NUMBER, updateTable, writeNewKey } from './repo.ts'

/*
 * What an owner does with the tables (docs/product.md#tables-edit). Orders and sessions occupy them (occupancy).
 */

/** How many orders forget a deleted table in one step. */
const ORDERS_AT_ONCE = 2_000

/**
 * @returns the body of the 201: the stored one, if this attempt was answered before
 * @throws AppError `table_number_taken`
 */
export function addTable(
  db: Database,
  { input, attempt, now }: { input: TableInput; attempt: Attempt | undefined; now: Date },
): Promise<string> {
  const add = inTransaction(db, async (tx, last) => {
    const stored = attempt && (await storedAnswer(tx, attempt))
    if (stored !== undefined) return stored
    const answer = JSON.stringify(await insertTable(tx, input, now))
    await announceArea(tx, 'tables')
    if (attempt) storeAnswer(last, attempt, { answer, orderId: null, now })
    return answer
  })
  return add.catch(refuseTakenNumber)
}

export interface TableEdit {
  id: number
  change: Partial<TableInput>
  now: Date
}

/**
 * Changes number or capacity; what is going on at the table takes its new number.
 * @throws AppError `table_not_found`, `table_number_taken`
 */
export function editTable(db: Database, { id, change, now }: TableEdit): Promise<Table> {
  const edit = inTransaction(db, async (tx) => {
    // Before the table: that is the order of locks.
    const orders = change.number === undefined ? [] : await lockOrdersAt(tx, id)
    await lockTable(tx, id)
    const before = await tableById(tx, id)
    const after = { ...before, ...change }
    if (after.number === before.number && after.capacity === before.capacity) return before
    await updateTable(tx, id, change, now)
    if (after.number !== before.number) {
      await renumberOrders(tx, orders, after.number, now)
      const session = await findActiveAt(tx, id)
      if (session !== undefined) await announceSession(tx, session)
    }
    await announceArea(tx, 'tables')
    return after
  })
  return edit.catch(refuseTakenNumber)
}

export interface ByHand {
  id: number
  status: Table['status']
  by: Pick<Viewer, 'userId' | 'username'>
  now: Date
}

/**
 * Sets the status of a table by hand (docs/product.md#tables-by-hand).
 * @throws AppError `table_not_found`
 */
export function setByHand(db: Database, { id, status, by, now }: ByHand): Promise<Table> {
  return inTransaction(db, async (tx) => {
    if (status === 'available') await clear(tx, id, { by, now })
    await lockTable(tx, id)
    const table = await tableById(tx, id)
    await writeStatus(tx, id, status, now)
    return { ...table, status }
  })
}

/** Ends the session of a table, and completes its delivered orders. */
async function clear(tx: Tx, id: number, deed: Pick<ByHand, 'by' | 'now'>): Promise<void> {
  const session = await lockActiveAt(tx, id)
  const orders = await lockOrdersAt(tx, id)
  // The table is locked, so no new session can begin at it.
  if (!session && (await findActiveAt(tx, id)) !== undefined) throw new Overtaken()
  if (session) await cancel(tx, session, deed.now)
  await completeDeliveredOf(tx, orders, deed)
}

export interface Renewing {
  id: number
  by: Viewer
  now: Date
}

/**
 * Gives a table's code a new key (docs/product.md#tables-keys).
 * @throws AppError `table_not_found`
 */
export function renewKey(db: Database, { id, by, now }: Renewing): Promise<Table> {
  return inTransaction(db, async (tx) => {
    const { number } = await holdTable(tx, id)
    const table = await writeNewKey(tx, id, now)
    // The phones at the table go on with the new key.
    const session = await findActiveAt(tx, id)
    if (session !== undefined) await announceSession(tx, session)
    await announceArea(tx, 'tables')
    await noteInJournal(tx, by, 'table_key', { table: number }, now)
    return table
  })
}

/** @throws AppError `table_not_found`; `table_in_use` by an open order or a session */
export async function removeTable(db: Database, id: number, now: Date): Promise<void> {
  await inTransaction(db, (tx) => refuseInUse(tx, id, now))
  // Before the table is locked, and in short steps: years of orders may name it.
  while ((await inTransaction(db, (tx) => forgetInOrders(tx, id, ORDERS_AT_ONCE))) === ORDERS_AT_ONCE);
  await inTransaction(db, async (tx) => {
    await refuseInUse(tx, id, now)
    await deleteTableRow(tx, id)
    await announceArea(tx, 'tables')
  })
}

/** Locks a table that nobody uses. */
async function refuseInUse(tx: Tx, id: number, now: Date): Promise<void> {
  const session = await lockActiveAt(tx, id)
  // A session that no phone has reached is deleted with the table: a single call must not prevent the deletion.
  if (session && (isExpired(session, now) || !(await isAnybodyAt(tx, session.id)))) await cancel(tx, session, now)
  await holdTable(tx, id)
  // The table is locked, so no new session can begin at it.
  const there = await findActiveAt(tx, id)
  if (there !== undefined && there !== session?.id) throw new Overtaken()
  if (await isInUse(tx, id)) throw new AppError('table_in_use')
}

async function tableById(tx: Tx, id: number): Promise<Table> {
  const table = await findTable(tx, id)
  if (!table) throw new AppError('table_not_found')
  return table
}

function refuseTakenNumber(error: unknown): never {
  if (violatedConstraint(error) === ONE_NUMBER) throw new AppError('table_number_taken')
  throw error
}
