import type { Area } from '#server/platform/area.ts'
import { promotionRoutes } from './routes.ts'

/** Promotions, which are shown above the menu on their days and at their hours. */
export const promotionsArea: Area = (parts) => {
  promotionRoutes(parts)
  return {}
}
