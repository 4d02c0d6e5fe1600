import type { Area } from '#server/platform/area.ts'
import { publishMenu } from './published.ts'
import { menuRoutes } from './routes.ts'

export const menuArea: Area = (parts) => {
  const { hub, isListening } = parts
  const menu = publishMenu(parts, isListening)
  menuRoutes(parts, menu)
  return {
    topics: {
      menu() {
        menu.changed()
        hub.toAll({ type: 'MENU_CHANGED' })
      },
    },
    onMissed: menu.changed,
  }
}
