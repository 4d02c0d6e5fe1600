import type { Area } from '#server/platform/area.ts'
import { beforeServiceRoutes } from './routes.ts'

/** Before service: the checks before opening that the server can make. */
export const beforeServiceArea: Area = (parts) => {
  beforeServiceRoutes(parts)
  return {}
}
