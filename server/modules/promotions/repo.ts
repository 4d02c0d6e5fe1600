import { asc, count, eq, gt, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { promotions } from '#server/db/schema/index.ts'

export type PromotionRow = typeof promotions.$inferSelect
/** What is written of a promotion, besides its place and its moments. */
export type PromotionValues = Omit<PromotionRow, 'id' | 'order' | 'createdAt' | 'updatedAt'>

/** All of them, in display order. */
export function readAll(db: Reader): Promise<PromotionRow[]> {
  return db.select().from(promotions).orderBy(asc(promotions.order), asc(promotions.id))
}

/** Those that are switched on, in display order. */
export function readActive(db: Reader): Promise<PromotionRow[]> {
  return db
    .select()
    .from(promotions)
    .where(eq(promotions.isActive, true))
    .orderBy(asc(promotions.order), asc(promotions.id))
}

export async function promotionById(db: Reader, id: number): Promise<PromotionRow | undefined> {
  const [row] = await db.select().from(promotions).where(eq(promotions.id, id))
  return row
}

export async function countPromotions(db: Reader): Promise<number> {
  const [row] = await db.select({ promotions: count() }).from(promotions)
  return row?.promotions ?? 0
}

/* What follows is written while the list is locked. */

/** Locks the list of promotions until the transaction ends: whatever changes it locks it first. */
export async function lockPromotions(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('promotions', 0))`)
}

/** Appends a promotion. */
export async function insertPromotion(tx: Tx, values: PromotionValues, now: Date): Promise<PromotionRow> {
  const order = (await countPromotions(tx)) + 1
  const [row] = await tx
    .insert(promotions)
    .values({ ...values, order, createdAt: now, updatedAt: now })
    .returning()
  if (!row) throw new Error('an insert returned no row')
  return row
}

export async function updatePromotion(
  tx: Tx,
  id: number,
  change: Partial<PromotionValues>,
  now: Date,
): Promise<PromotionRow> {
  const [row] = await tx
    .update(promotions)
    .set({ ...change, updatedAt: now })
    .where(eq(promotions.id, id))
    .returning()
  if (!row) throw new Error('a locked promotion is gone')
  return row
}

/** Moves a promotion to a place; those between move by one. */
export async function placePromotion(tx: Tx, { id, order }: PromotionRow, to: number): Promise<void> {
  const by = to > order ? -1 : 1
  const [first, last] = [Math.min(order, to), Math.max(order, to)]
  await tx
    .update(promotions)
    .set({ order: sql`case when ${promotions.id} = ${id} then ${to} else ${promotions.order} + ${by} end` })
    .where(sql`${promotions.order} between ${first} and ${last}`)
}

/** Deletes a promotion; those behind it move up. */
export async function dropPromotion(tx: Tx, { id, order }: PromotionRow): Promise<void> {
  await tx.delete(promotions).where(eq(promotions.id, id))
  await tx
    .update(promotions)
    .set({ order: sql`${promotions.order} - 1` })
    .where(gt(promotions.order, order))
}
