import type { Area } from '#server/platform/area.ts'
import { settingsRoutes } from './routes.ts'

export const settingsArea: Area = (parts) => {
  settingsRoutes(parts)
  return { topics: { settings: () => parts.hub.toAll({ type: 'SETTINGS_CHANGED' }) } }
}
