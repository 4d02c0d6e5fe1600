import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasSession } from '#server/modules/accounts/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import { sendPublished } from '#server/platform/http/published.ts'
import { route, sendStored, versionToMatch } from '#server/platform/http/route.ts'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import * as contract from '#shared/contracts/menu/menu-editing.ts'
import { listOptions } from '#shared/contracts/menu/options.ts'
import { type Access, mayUse } from '#shared/domain/access.ts'
import {
  addCategory,
  deleteEmptyCategories,
  removeCategory,
  reorderCategory,
  saveCategory,
  setCategoryVisibility,
} from './categories.ts'
import { addDish, markSoldOut, removeDish, reorderDish, saveDish, setDishImage, setPortionsLeft } from './dishes.ts'
import type { MenuResponses, PublishedMenu } from './published.ts'

export function menuRoutes(parts: AreaParts, menu: PublishedMenu): void {
  readingRoutes(parts, menu)
  editingRoutes(parts, menu)
}

function readingRoutes({ app }: AreaParts, menu: PublishedMenu): void {
  type Response = Exclude<keyof MenuResponses, 'validUntil'>
  /** Sends one response to those who have `access`, and another to everybody else. */
  const send =
    (forOthers: Response, access: Access, whole: Response, forService = forOthers) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      // The fast path for most requests: a guest, and a published menu.
      const ready = hasSession(request) ? undefined : menu.ready()
      if (ready) return sendPublished(ready[forOthers], request, reply)
      return Promise.all([request.viewer(), menu.current()]).then(([viewer, current]) =>
        sendPublished(
          current[mayUse(access, viewer) ? whole : mayUse('service', viewer) ? forService : forOthers],
          request,
          reply,
        ),
      )
    }
  const sendMenu = send('guests', 'owner', 'owners', 'service')
  const sendCategories = send('categories', 'floor', 'ownersCategories')
  const sendOptions = send('options', 'owner', 'ownersOptions')
  route(app, getMenu, ({ request, reply }) => sendMenu(request, reply))
  route(app, getCategories, ({ request, reply }) => sendCategories(request, reply))
  route(app, listOptions, ({ request, reply }) => sendOptions(request, reply))
}

function editingRoutes({ app, db, pictures, attemptOf, clock, timeZone }: AreaParts, menu: PublishedMenu): void {
  route(app, contract.createDish, async ({ body, request, reply }) => {
    const attempt = attemptOf(contract.createDish, request, body)
    return sendStored(reply, 201, await menu.after(addDish(db, { input: body, attempt, now: clock.now() })))
  })

  route(app, contract.changeDish, ({ params, body, owner, request }) => {
    const expectedVersion = versionToMatch(request.headers['if-match'])
    return menu.after(saveDish(db, { id: params.id, expectedVersion, change: () => body, owner, now: clock.now() }))
  })

  route(app, contract.toggleDish, ({ params, body, owner }) =>
    menu.after(
      saveDish(db, {
        id: params.id,
        change: (dish) => ({ isActive: body.isActive ?? !dish.isActive }),
        owner,
        now: clock.now(),
      }),
    ),
  )

  route(app, contract.moveDish, ({ params, body }) => menu.after(reorderDish(db, params.id, body)))

  route(app, contract.setSoldOut, ({ params, body }) =>
    menu.after(markSoldOut(db, { id: params.id, soldOut: body.soldOut, timeZone, now: clock.now() })),
  )

  route(app, contract.setPortions, ({ params, body }) =>
    menu.after(setPortionsLeft(db, { id: params.id, left: body.left, timeZone, now: clock.now() })),
  )

  route(app, contract.uploadDishImage, ({ params, file, owner }) =>
    menu.after(setDishImage(db, pictures, { id: params.id, file, owner, now: clock.now() })),
  )

  route(app, contract.deleteDish, ({ params }) => menu.after(removeDish(db, params.id)))

  route(app, contract.createCategory, ({ body }) => menu.after(addCategory(db, body)))

  route(app, contract.changeCategory, ({ params, body }) => menu.after(saveCategory(db, params.id, body, clock.now())))

  route(app, contract.moveCategory, ({ params, body }) => menu.after(reorderCategory(db, params.id, body)))

  route(app, contract.toggleCategory, ({ params, body }) =>
    menu.after(setCategoryVisibility(db, params.category, body.isActive)),
  )

  route(app, contract.removeEmptyCategories, async () => ({ removed: await menu.after(deleteEmptyCategories(db)) }))

  route(app, contract.deleteCategory, ({ params }) => menu.after(removeCategory(db, params.id)))
}
