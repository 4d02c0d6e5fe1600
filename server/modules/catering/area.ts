import type { Area } from '#server/platform/area.ts'
import { cateringRoutes } from './routes.ts'

export const cateringArea: Area = (parts) => {
  cateringRoutes(parts)
  return {}
}
