import { asc, eq } from 'drizzle-orm'
import type { Reader } from '#server/db/index.ts'
import { promotions } from '#server/db/schema/index.ts'

export type PromotionRow = typeof promotions.$inferSelect

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
