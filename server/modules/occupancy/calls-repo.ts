import { and, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/index.ts'
import { tableCalls } from '#server/db/schema/index.ts'
import { announcingSql } from '#server/platform/live/announcements.ts'

/*
 * Calls end when their table is freed, and follow the guests who change tables. The caller has locked the tables.
 */

/** Topic of the announcement that a call is new or changed; carries the call's id. */
export const CALL_TOPIC = 'call'

/** What a statement that changes calls returns, so that it announces them too. */
export const announcingCall = { announced: sql.raw(announcingSql(CALL_TOPIC, 'table_calls.id')) }

const isOpenAt = (tableId: number) => and(eq(tableCalls.tableId, tableId), isNull(tableCalls.endedAt))

/** Ends the open calls of a table. */
export async function endCallsAt(tx: Tx, tableId: number, now: Date): Promise<void> {
  await tx.update(tableCalls).set({ endedAt: now }).where(isOpenAt(tableId)).returning(announcingCall)
}

/** Moves the open calls of a table to another one; those of a kind that is open there end. */
export async function moveCalls(tx: Tx, from: number, to: number, now: Date): Promise<void> {
  const kinds = await tx.select({ kind: tableCalls.kind }).from(tableCalls).where(isOpenAt(from))
  if (kinds.length === 0) return
  const areOpenThere = tx.select({ kind: tableCalls.kind }).from(tableCalls).where(isOpenAt(to))
  await tx.delete(tableCalls).where(
    and(
      eq(tableCalls.tableId, to),
      inArray(
        tableCalls.kind,
        kinds.map(({ kind }) => kind),
      ),
      isNotNull(tableCalls.endedAt),
    ),
  )
  await tx
    .update(tableCalls)
    .set({ tableId: to })
    .where(and(isOpenAt(from), notInArray(tableCalls.kind, areOpenThere)))
    .returning(announcingCall)
  await endCallsAt(tx, from, now)
}
