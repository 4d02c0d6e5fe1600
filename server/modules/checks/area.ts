import type { Area } from '#server/platform/area.ts'
import { checksRoutes } from './routes.ts'

/** Before service: the checks before opening that the server can make. */
export const checksArea: Area = (parts) => {
  checksRoutes(parts)
  return {}
}
