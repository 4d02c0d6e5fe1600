import type { Area } from '#server/platform/area.ts'
import { billRoutes } from './routes.ts'

/** The bill of a table over all its open orders, and the record of its prints. */
export const billsArea: Area = (parts) => {
  billRoutes(parts)
  return {}
}
