import { type Database, inTransaction, OvertakenError, type Tx, violatedConstraint } from '#server/db/index.ts'
import { endCallsAt } from '#server/modules/calls/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { isInUse, lockExistingTable, lockTable, writeStatus } from '#server/modules/occupancy/index.ts'
import { completeDeliveredOf, lockOrdersAt, renumberOrders } from '#server/modules/orders/index.ts'
import { isReserved, removeTableFromReservations } from '#server/modules/reservations/index.ts'
import * as sessions from '#server/modules/shared-sessions/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import { differing } from '#server/platform/change.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Table, TableInput } from '#shared/contracts/tables.ts'
import * as repo from './repo.ts'

/* Editing tables (docs/product/tables.md#tables-edit). Orders and sessions occupy them through `occupancy`. */

/** The number of orders per transaction that lose their reference to a table before it is deleted. */
const ORDER_BATCH_SIZE = 2_000

/** Adds tables, all or none. */
export async function addTables(tx: Tx, tables: TableInput[], now: Date): Promise<Table[]> {
  const rows = await repo.insertTables(tx, tables, now).catch(throwNumberTaken)
  await announceArea(tx, 'tables')
  return rows
}

/** Changes a table; open orders and the session at it get the new number and label. */
export function editTable(db: Database, id: number, change: Partial<TableInput>, now: Date): Promise<Table> {
  const edit = inTransaction(db, async (tx) => {
    // Orders are locked before the table, as the lock order requires.
    const isRenamed = change.number !== undefined || change.label !== undefined
    const orders = isRenamed ? await lockOrdersAt(tx, id) : []
    await lockTable(tx, id)
    const before = await tableById(tx, id)
    const changed = differing(before, change)
    if (!changed) return before
    const after = { ...before, ...changed }
    await repo.updateTable(tx, id, changed, now)
    if ('number' in changed || 'label' in changed) {
      await renumberOrders(tx, orders, after, now)
      const session = await sessions.findActiveAt(tx, id)
      if (session !== undefined) await sessions.announceSession(tx, session)
    }
    await announceArea(tx, 'tables')
    return after
  })
  return edit.catch(throwNumberTaken)
}

interface ManualStatusChange {
  id: number
  status: Table['status']
  withoutPayment?: boolean | undefined
  by: Pick<Viewer, 'userId' | 'username'>
  now: Date
}

/** "Available" ends the session and delivered orders (docs/product/tables.md#tables-by-hand). */
export function setStatusByHand(db: Database, { id, status, ...context }: ManualStatusChange) {
  return inTransaction(db, async (tx) => {
    if (status === 'available') await clearTable(tx, id, context)
    await lockTable(tx, id)
    const table = await tableById(tx, id)
    await writeStatus(tx, id, status, context.now)
    return { ...table, status }
  })
}

async function clearTable(tx: Tx, id: number, context: Omit<ManualStatusChange, 'id' | 'status'>): Promise<void> {
  const session = await sessions.lockActiveAt(tx, id)
  const orders = await lockOrdersAt(tx, id)
  // The table is locked, so no new session can start there.
  if (!session && (await sessions.findActiveAt(tx, id)) !== undefined) throw new OvertakenError()
  if (session) await sessions.cancel(tx, session, context.now)
  await completeDeliveredOf(tx, orders, context)
}

/** Renews the key of a table's code (docs/product/tables.md#tables-keys). */
export function renewKey(db: Database, id: number, by: Viewer, now: Date): Promise<Table> {
  return inTransaction(db, async (tx) => {
    const { number } = await lockExistingTable(tx, id)
    const table = await repo.writeNewKey(tx, id, now)
    // The phones at the table are sent the new key.
    const session = await sessions.findActiveAt(tx, id)
    if (session !== undefined) await sessions.announceSession(tx, session)
    await announceArea(tx, 'tables')
    await noteInJournal(tx, by, 'table_key', { table: number }, now)
    return table
  })
}

export async function removeTable(db: Database, id: number, now: Date): Promise<void> {
  await inTransaction(db, (tx) => refuseInUse(tx, id, now))
  // The references are removed in batches before the table is locked, because years of orders may refer to it.
  while ((await inTransaction(db, (tx) => repo.clearTableInOrders(tx, id, ORDER_BATCH_SIZE))) === ORDER_BATCH_SIZE);
  await inTransaction(db, async (tx) => {
    await refuseInUse(tx, id, now)
    // Deleting the table deletes its calls, but the phones that watch them must be told of their end.
    await endCallsAt(tx, id, now)
    await removeTableFromReservations(tx, id)
    await repo.deleteTableRow(tx, id)
    await announceArea(tx, 'tables')
  })
}

async function refuseInUse(tx: Tx, id: number, now: Date): Promise<void> {
  const session = await sessions.lockActiveAt(tx, id)
  // A single request to join must not prevent the deletion.
  if (session) await sessions.cancelIfOver(tx, session, now, true)
  await lockExistingTable(tx, id)
  // The table is locked, so no new session can start there.
  const activeSession = await sessions.findActiveAt(tx, id)
  if (activeSession !== undefined && activeSession !== session?.id) throw new OvertakenError()
  if (await isInUse(tx, id, now)) throw new AppError('table_in_use')
  if (await isReserved(tx, id, now)) throw new AppError('table_reserved')
}

async function tableById(tx: Tx, id: number): Promise<Table> {
  return required(await repo.findTable(tx, id), 'table_not_found')
}

function throwNumberTaken(error: unknown): never {
  if (violatedConstraint(error) === repo.UNIQUE_NUMBER_CONSTRAINT) throw new AppError('table_number_taken')
  throw error
}
