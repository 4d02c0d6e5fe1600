import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { inputError } from '#server/platform/app-error.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import { route, versionToMatch } from '#server/platform/http/route.ts'
import { respondOnce } from '#server/platform/idempotency.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import { atMostOnceASecond } from '#server/platform/live/watchers.ts'
import { type PublishedResponse, sendPublished } from '#server/platform/published-response.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'
import { getCategories, getMenu, getOffers, getSuggestions } from '#shared/contracts/menu/menu.ts'
import * as contract from '#shared/contracts/menu/menu-editing.ts'
import * as optionContract from '#shared/contracts/menu/options.ts'
import { type Access, mayUse } from '#shared/domain/access.ts'
import { lastPickup } from '#shared/domain/orders/pickup.ts'
import * as categories from './categories.ts'
import * as dishes from './dishes.ts'
import { menuImportRoutes } from './imports/routes.ts'
import { addGroup, copyGroup, markOptionSoldOut, removeGroup, saveGroup } from './options/groups.ts'
import { createSuggestions, type PublishedMenu, publishMenu } from './published.ts'
import type { DishRow } from './repo.ts'

interface Parts extends AreaBase {
  reports: Database
  hub: Hub
  pictures: PictureStore
  isListening(): boolean
  /** Called when guests get another menu than before, also before the author of its change gets the response. */
  onPublished(): void
  /** Called when guests get other offers than before, and when the clock changes what they can order. */
  onOffers(): void
}

/**
 * `newestMenu` answers as guests get it, with every change that the database has, also one not yet announced. `after`
 * waits until a change is published, so that its author reads it at once.
 */
export function menuArea(
  parts: Parts,
): AreaWiring & { newestMenu(): Promise<PublishedResponse> } & Pick<PublishedMenu, 'after'> {
  const { app, hub, isListening, onPublished, onOffers } = parts
  const menu = publishMenu(parts, isListening, onPublished, onOffers)
  const suggestions = createSuggestions(parts, menu)
  readingRoutes(parts, menu)
  editingRoutes(parts, menu)
  route(app, getSuggestions, async ({ request, reply }) => sendPublished(await suggestions.current(), request, reply))
  optionRoutes(parts, menu)
  menuImportRoutes(parts, menu)
  const tell = { all: hub.toAll, service: (frame: ServerFrame) => hub.toStaff(frame, () => true) }
  const pageNotifications = atMostOnceASecond<keyof typeof tell>((whom) => tell[whom]({ type: 'MENU_CHANGED' }))
  /** While portions are counted, orders change the menu: it is then published at most once a second. */
  const portions = atMostOnceASecond<'portions'>(() => {
    void menu.changed().then((isAnother) => pageNotifications.notify(isAnother ? 'all' : 'service'))
  })
  app.addHook('preClose', async () => {
    pageNotifications.close()
    portions.close()
  })
  return {
    after: menu.after,
    async newestMenu() {
      menu.forget()
      return (await menu.current('guests')).dishes
    },
    topics: {
      menu() {
        // Pages fetch the menu as soon as they are notified, so the change is published first.
        void menu.changed().then(() => pageNotifications.notify('all'))
      },
      portions: () => portions.notify('portions'),
      settings: () => void suggestions.refresh(),
    },
    onMissed: menu.forget,
    onMinute: suggestions.refresh,
    async onSecond() {
      const whom = isListening() && (await menu.followClock())
      if (whom) pageNotifications.notify(whom)
      if (whom === 'all') onOffers()
    },
  }
}

function readingRoutes({ app, db, clock, timeZone }: AreaBase, menu: PublishedMenu): void {
  /** Sends a list as owners get it to those who have `access`, and to everybody else as they may see it. */
  const send =
    (list: 'dishes' | 'categories' | 'options', access: Access) =>
    async ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => {
      const viewer = await request.viewer()
      const audience = mayUse(access, viewer) ? 'owners' : mayUse('service', viewer) ? 'service' : 'guests'
      return sendPublished((await menu.current(audience))[list], request, reply)
    }
  route(app, getMenu, send('dishes', 'owner'))
  route(app, getCategories, send('categories', 'floor'))
  route(app, optionContract.listOptions, send('options', 'owner'))

  route(app, getOffers, async ({ query, request }) => {
    const isOwner = mayUse('owner', await request.viewer())
    const now = clock.now()
    const at = query.at === undefined ? now : new Date(query.at)
    const isTooLate = async () => at > lastPickup({ ...(await readSettings(db)), timeZone }, now)
    if (at < now || (at > now && !isOwner && (await isTooLate()))) throw inputError('at', 'validation.pickupSlot')
    return (await menu.current(isOwner ? 'owners' : 'guests')).offersAt(at)
  })
}

function editingRoutes({ app, db, pictures, clock, timeZone }: Parts, menu: PublishedMenu): void {
  route(app, contract.createDish, ({ body, attempt }) =>
    menu.after(respondOnce(db, { attempt, now: clock.now() }, (tx, now) => dishes.addDish(tx, body, now))),
  )

  route(app, contract.changeDish, ({ params, body, owner, request }) => {
    const expectedVersion = versionToMatch(request.headers['if-match'])
    return menu.after(
      dishes.saveDish(db, { id: params.id, expectedVersion, change: () => body, owner, now: clock.now() }),
    )
  })

  route(app, contract.toggleDish, ({ params, body, owner }) => {
    const change = (dish: DishRow) => ({ isActive: body.isActive ?? !dish.isActive })
    return menu.after(dishes.saveDish(db, { id: params.id, change, owner, now: clock.now() }))
  })

  route(app, contract.moveDish, ({ params, body }) => menu.after(dishes.reorderDish(db, params.id, body)))

  route(app, contract.setSoldOut, ({ params, body }) =>
    menu.after(dishes.markSoldOut(db, { ...params, ...body, timeZone, now: clock.now() })),
  )

  route(app, contract.setPortions, ({ params, body }) =>
    menu.after(dishes.setPortionsLeft(db, { ...params, ...body, timeZone, now: clock.now() })),
  )

  route(app, contract.uploadDishImage, ({ params, file, owner }) =>
    menu.after(dishes.setDishImage(db, pictures, { id: params.id, file, owner, now: clock.now() })),
  )

  route(app, contract.deleteDish, ({ params }) => menu.after(dishes.removeDish(db, params.id)))

  route(app, contract.createCategory, ({ body, attempt }) =>
    menu.after(respondOnce(db, { attempt, now: clock.now() }, (tx) => categories.addCategory(tx, body))),
  )

  route(app, contract.changeCategory, ({ params, body }) =>
    menu.after(categories.saveCategory(db, params.id, body, clock.now())),
  )

  route(app, contract.moveCategory, ({ params, body }) => menu.after(categories.reorderCategory(db, params.id, body)))

  route(app, contract.toggleCategory, ({ params, body }) =>
    menu.after(categories.setCategoryVisibility(db, params.category, body.isActive)),
  )

  route(app, contract.removeEmptyCategories, async () => ({
    removed: await menu.after(categories.deleteEmptyCategories(db)),
  }))

  route(app, contract.deleteCategory, ({ params }) => menu.after(categories.removeCategory(db, params.id)))
}

function optionRoutes({ app, db, clock, timeZone }: Parts, menu: PublishedMenu): void {
  route(app, optionContract.createOptionGroup, ({ body, attempt }) =>
    menu.after(respondOnce(db, { attempt, now: clock.now() }, (tx, now) => addGroup(tx, body, now))),
  )

  route(app, optionContract.changeOptionGroup, ({ params, body, request }) => {
    const expectedVersion = versionToMatch(request.headers['if-match'])
    return menu.after(saveGroup(db, { id: params.id, expectedVersion, input: body, now: clock.now() }))
  })

  route(app, optionContract.copyOptionGroup, ({ params, attempt }) =>
    menu.after(respondOnce(db, { attempt, now: clock.now() }, (tx, now) => copyGroup(tx, params.id, now))),
  )

  route(app, optionContract.deleteOptionGroup, ({ params }) => menu.after(removeGroup(db, params.id, clock.now())))

  route(app, optionContract.setOptionSoldOut, ({ params, body }) =>
    menu.after(markOptionSoldOut(db, { ...params, ...body, timeZone, now: clock.now() })),
  )
}
