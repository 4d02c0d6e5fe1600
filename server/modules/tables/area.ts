import type { Area } from '#server/platform/area.ts'
import { tableRoutes } from './routes.ts'

export const tablesArea: Area = (parts) => {
  tableRoutes(parts)
  return {}
}
