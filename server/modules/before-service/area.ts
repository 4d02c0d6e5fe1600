import type { Area } from '#server/platform/area.ts'
import { beforeServiceRoutes } from './routes.ts'

export const beforeServiceArea: Area = (parts) => {
  beforeServiceRoutes(parts)
  return {}
}
