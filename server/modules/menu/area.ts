import type { Area } from '#server/platform/area.ts'
import { sendPublished } from '#server/platform/http/published.ts'
import { route } from '#server/platform/http/route.ts'
import { atMostOnceASecond } from '#server/platform/live/batches.ts'
import type { PublishedResponse } from '#server/platform/published-response.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import { listOptions } from '#shared/contracts/menu/options.ts'
import { getSuggestions } from '#shared/contracts/menu/suggestions.ts'
import { endSoldOut } from './dishes.ts'
import { menuImportRoutes } from './imports/routes.ts'
import { endOptionsSoldOut } from './options/groups.ts'
import { optionRoutes } from './options/routes.ts'
import { publishMenu } from './published.ts'
import { menuRoutes } from './routes.ts'
import { createSuggestions } from './suggestions.ts'

const SOLD_OUT_CHECK_INTERVAL_MS = 1_000

const etagOf = (response: PublishedResponse | undefined) => response?.plain.headers.etag

export const menuArea: Area = (parts) => {
  const { app, live, hub, clock, isListening } = parts
  const menu = publishMenu(parts, isListening)
  const suggestions = createSuggestions(parts)
  menuRoutes(parts, menu)
  route(app, getSuggestions, async ({ request, reply }) => sendPublished(await suggestions.current(), request, reply))
  optionRoutes(parts, menu)
  menuImportRoutes(parts, menu)
  const tell = { all: hub.toAll, service: (frame: ServerFrame) => hub.toService(frame, () => true) }
  const pageNotifications = atMostOnceASecond<keyof typeof tell>((whom) => tell[whom]({ type: 'MENU_CHANGED' }))
  /** While portions are counted, orders change the menu: it is then published at most once a second. */
  const portions = atMostOnceASecond<'portions'>(() => {
    const before = etagOf(menu.ready()?.guests)
    void menu.changed().then(() => {
      const isSame = before !== undefined && etagOf(menu.ready()?.guests) === before
      pageNotifications.notify(isSame ? 'service' : 'all')
    })
  })
  app.addHook('preClose', async () => {
    pageNotifications.close()
    portions.close()
  })
  return {
    topics: {
      menu() {
        // Pages fetch the menu as soon as they are notified, so the change is published first.
        void menu.changed().then(() => pageNotifications.notify('all'))
      },
      portions: () => portions.notify('portions'),
      settings: () => void suggestions.refresh(),
    },
    onMissed: menu.forget,
    published: {
      [getMenu.path]: () => menu.ready()?.guests,
      [getCategories.path]: () => menu.ready()?.categories,
      [listOptions.path]: () => menu.ready()?.options,
    },
    timers: [
      { everyMs: 60_000, run: suggestions.refresh },
      {
        everyMs: SOLD_OUT_CHECK_INTERVAL_MS,
        run: async () => {
          if (!isListening()) return
          await endSoldOut(live, clock.now())
          await endOptionsSoldOut(live, clock.now())
        },
      },
    ],
  }
}
