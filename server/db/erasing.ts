import { and, asc, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { StoredResponse } from '#shared/contracts/base/endpoint.ts'
import type { RetentionCutoff } from '#shared/domain/customers/retention.ts'
import type { Reader, Tx } from './connect.ts'
import {
  type customers,
  erasures,
  type events,
  idempotencyKeys,
  type orders,
  type reservations,
} from './schema/index.ts'

/* For the repos that erase personal data (docs/product/privacy.md). */

/** A table with personal data. Each row has a random key, under which it is erased again after a restore. */
type ErasableTable = typeof customers | typeof events | typeof orders | typeof reservations

// The functions below use only the columns that these tables have in common.
const asOrders = (table: ErasableTable) => table as typeof orders

/** An array of ids. One parameter for all, because a statement can have at most 65535. */
export const bigints = (ids: readonly number[]) => sql`${`{${ids.join(',')}}`}::bigint[]`
/** SQL that matches any of some ids. */
export const anyOfIds = (ids: readonly number[]) => sql`any(${bigints(ids)})`

/** The ids of rows above `after`, lowest first. */
export async function listIds(
  db: Reader,
  table: ErasableTable,
  which: SQL | undefined,
  { after = 0, limit }: { after?: number; limit: number },
): Promise<number[]> {
  const { id } = asOrders(table)
  const rows = await db
    .select({ id })
    .from(asOrders(table))
    .where(and(which, gt(id, after)))
    .orderBy(asc(id))
    .limit(limit)
  return rows.map((row) => row.id)
}

/** Locks rows in the order of their ids until the transaction ends. @returns their ids */
export async function lockIds(tx: Tx, table: ErasableTable, which: SQL | undefined): Promise<number[]> {
  const { id } = asOrders(table)
  const rows = await tx.select({ id }).from(asOrders(table)).where(which).orderBy(asc(id)).for('update')
  return rows.map((row) => row.id)
}

/** The rows of a table that the privacy clock erases. */
export type OverdueRows = ReturnType<typeof overdueRows>

/** @param isOverdue the condition of the rows, given the cutoff */
export function overdueRows(table: ErasableTable, isOverdue: (db: Reader, cutoff: RetentionCutoff) => SQL | undefined) {
  return {
    /** The ids above `after`, lowest first. */
    list: (db: Reader, cutoff: RetentionCutoff, after: number, limit: number) =>
      listIds(db, table, isOverdue(db, cutoff), { after, limit }),
    async count(db: Reader, cutoff: RetentionCutoff) {
      const [row] = await db.select({ rows: count() }).from(asOrders(table)).where(isOverdue(db, cutoff))
      return row?.rows ?? 0
    },
  }
}

export const isRecordedAsErased = (tx: Tx, table: ErasableTable) =>
  inArray(table.erasureKey, tx.select({ key: erasures.key }).from(erasures))

/** Records the keys of rows, so that they are erased again after a backup is restored. */
export async function recordErased(tx: Tx, table: ErasableTable, which: SQL | undefined): Promise<void> {
  const keys = tx.select({ key: table.erasureKey }).from(asOrders(table)).where(which)
  await tx.insert(erasures).select(keys).onConflictDoNothing()
}

interface Shown<Response> {
  shows: StoredResponse
  /** The ids of the responses' subjects. */
  ids: readonly number[]
  anonymized: (response: Response) => Response
}

/**
 * Clears the personal data in stored responses. The responses stay, so that repeating a request does not create a second
 * order or event. The hash of the request body is deleted, because the data could be guessed from it; a repeated request
 * then gets the stored response, whatever its body.
 */
export async function anonymizeResponses<Response>(tx: Tx, { shows, ids, anonymized }: Shown<Response>): Promise<void> {
  const { key, response, shownId } = idempotencyKeys
  const which = and(eq(idempotencyKeys.shows, shows), sql`${shownId} = ${anyOfIds(ids)}`)
  for (const row of await tx.select({ key, response }).from(idempotencyKeys).where(which)) {
    const emptied = JSON.stringify(anonymized(JSON.parse(row.response)))
    await tx.update(idempotencyKeys).set({ response: emptied, bodyHash: '' }).where(eq(key, row.key))
  }
}
