import type { Area } from '#server/platform/area.ts'
import { billRoutes } from './routes.ts'

export const billsArea: Area = (parts) => {
  billRoutes(parts)
  return {}
}
