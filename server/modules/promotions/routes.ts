import type { AreaParts } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { getAllPromotions, getPromotions } from '#shared/contracts/promotions.ts'
import { allPromotions, shownPromotions } from './service.ts'

export function promotionRoutes({ app, db, clock, timeZone }: AreaParts): void {
  route(app, getPromotions, () => shownPromotions(db, clock.now(), timeZone))

  route(app, getAllPromotions, () => allPromotions(db))
}
