/** Which tables are in use: orders and shared sessions occupy and free them. It imports neither of the two modules. */

import type { Tx } from '#server/db/index.ts'
import { moveCalls } from '#server/modules/calls/index.ts'
import { takeReservationsAlong } from '#server/modules/reservations/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import { isSameSecret } from '#server/platform/token.ts'
import { isInUse, type LockedTable, lockTable, writeStatus } from './repo.ts'

export * from './repo.ts'

export async function lockExistingTable(tx: Tx, tableId: number): Promise<LockedTable> {
  return required(await lockTable(tx, tableId), 'table_not_found')
}

/** Makes a table occupied, whatever its status. @returns it as it was before */
export async function occupy(tx: Tx, tableId: number, now: Date): Promise<LockedTable> {
  const table = await lockExistingTable(tx, tableId)
  if (table.status !== 'occupied') await writeStatus(tx, tableId, 'occupied', now)
  return table
}

/** Makes an occupied table available if it is not in use. A table that was reserved meanwhile stays reserved. */
export async function freeIfUnused(tx: Tx, tableId: number, now: Date): Promise<void> {
  const table = await lockTable(tx, tableId)
  if (table?.status === 'occupied' && !(await isInUse(tx, tableId, now)))
    await writeStatus(tx, tableId, 'available', now)
}

/** Frees a table after a move to another locked table; the guests' calls and reservation move along if the first one is not in use. */
export async function leaveTable(tx: Tx, from: number, to: number, now: Date): Promise<void> {
  const table = await lockTable(tx, from)
  if (!table || (await isInUse(tx, from, now))) return
  await moveCalls(tx, from, to, now)
  await takeReservationsAlong(tx, from, to, now)
  if (table.status === 'occupied') await writeStatus(tx, from, 'available', now)
}

/** Locks tables in the order of their ids, so that moves in opposite directions cannot deadlock. */
export async function lockTables(tx: Tx, tableIds: readonly number[]): Promise<void> {
  for (const tableId of [...new Set(tableIds)].sort((a, b) => a - b)) await lockTable(tx, tableId)
}

/** Whether the caller sent the key of a table's code (docs/product/tables.md#tables-keys). */
export function isKeyOf({ key }: Pick<LockedTable, 'key'>, sentKey: string | undefined): boolean {
  return sentKey !== undefined && isSameSecret(sentKey, key)
}

/** Throws if the caller did not send the key of a table's code. */
export function compareKey(table: LockedTable | undefined, sentKey: string | undefined): void {
  if (!table) throw new AppError('table_not_found')
  if (!isKeyOf(table, sentKey)) throw new AppError('table_key')
}
