import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { route } from '#server/platform/http/route.ts'
import { getAllPromotions, getPromotions } from '#shared/contracts/promotions.ts'
import { allPromotions, shownPromotions } from './service.ts'

/** @param timeZone the restaurant's, from the environment */
export function promotionRoutes(app: FastifyInstance, db: Database, clock: Clock, timeZone: string): void {
  route(app, getPromotions, () => shownPromotions(db, clock.now(), timeZone))

  route(app, getAllPromotions, () => allPromotions(db))
}
