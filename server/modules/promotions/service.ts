import type { Database } from '#server/db/index.ts'
import type { Promotion, ShownPromotion } from '#shared/contracts/promotions.ts'
import { isShown } from '#shared/domain/promotion-window.ts'
import { readActive, readAll } from './repo.ts'
import { promotionView, shownView } from './view.ts'

/** The promotions that guests see at a moment. @param timeZone the restaurant's */
export async function shownPromotions(db: Database, now: Date, timeZone: string): Promise<ShownPromotion[]> {
  const active = await readActive(db)
  return active.filter((promotion) => isShown(promotion, now, timeZone)).map(shownView)
}

/** All promotions, for the owner. */
export async function allPromotions(db: Database): Promise<Promotion[]> {
  return (await readAll(db)).map(promotionView)
}
