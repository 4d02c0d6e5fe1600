import type { Area } from '#server/platform/area.ts'
import { promotionRoutes } from './routes.ts'

export const promotionsArea: Area = (parts) => {
  promotionRoutes(parts)
  return {}
}
