import { asc, eq } from 'drizzle-orm'
import { firstOf, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { promotions } from '#server/db/schema/index.ts'
import { renumber } from '#server/platform/list-position.ts'

export type PromotionRow = typeof promotions.$inferSelect
/** The stored fields of a promotion, without its position and timestamps. */
export type PromotionValues = Omit<PromotionRow, 'id' | 'order' | 'createdAt' | 'updatedAt'>

export function listPromotions(db: Reader): Promise<PromotionRow[]> {
  return db.select().from(promotions).orderBy(asc(promotions.order), asc(promotions.id))
}

export function findPromotion(db: Reader, id: number): Promise<PromotionRow | undefined> {
  return firstOf(db.select().from(promotions).where(eq(promotions.id, id)))
}

export const PROMOTION_ROWS = { table: promotions, id: promotions.id, position: promotions.order }

/* The functions below require the lock of the list. */

export async function insertPromotion(tx: Tx, values: PromotionValues, now: Date): Promise<PromotionRow> {
  const row = { ...values, order: (await tx.$count(promotions)) + 1, createdAt: now, updatedAt: now }
  return onlyOf(tx.insert(promotions).values(row).returning())
}

export function updatePromotion(tx: Tx, id: number, change: Partial<PromotionRow>): Promise<PromotionRow> {
  return onlyOf(tx.update(promotions).set(change).where(eq(promotions.id, id)).returning())
}

export async function deletePromotionRow(tx: Tx, id: number): Promise<void> {
  await tx.delete(promotions).where(eq(promotions.id, id))
  await renumber(tx, PROMOTION_ROWS)
}
