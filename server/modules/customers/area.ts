import type { Area } from '#server/platform/area.ts'
import { customerRoutes } from './routes.ts'

export const customersArea: Area = (parts) => {
  customerRoutes(parts)
  return {}
}
