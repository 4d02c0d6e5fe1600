import type { AreaBase } from '#server/platform/area.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import { route } from '#server/platform/http/route.ts'
import { attemptOf } from '#server/platform/idempotency.ts'
import { coalesce } from '#server/platform/limits/concurrency.ts'
import * as contract from '#shared/contracts/promotion-editing.ts'
import { getAllPromotions, getPromotions } from '#shared/contracts/promotions.ts'
import { listPromotions } from './repo.ts'
import * as service from './service.ts'

/** Promotions, which are shown above the menu on their days and at their hours. */
export function promotionsArea({ app, db, pictures, clock, timeZone }: AreaBase & { pictures: PictureStore }): void {
  const context = () => ({ db, pictures, timeZone, now: clock.now() })

  route(
    app,
    getPromotions,
    coalesce(() => service.shownPromotions(db, clock.now(), timeZone)),
  )

  route(app, getAllPromotions, () => listPromotions(db))

  route(app, contract.createPromotion, ({ body, file, request }) => {
    const attempt = (input: typeof body) => attemptOf(contract.createPromotion, request, input)
    return service.addPromotion(context(), { input: body, file, attemptOf: attempt })
  })

  route(app, contract.changePromotion, ({ params, body, file }) =>
    service.editPromotion(context(), { id: params.id, change: () => body, file }),
  )

  route(app, contract.togglePromotion, ({ params, body }) =>
    service.editPromotion(context(), {
      id: params.id,
      change: (promotion) => ({ isActive: body.isActive ?? !promotion.isActive }),
    }),
  )

  route(app, contract.movePromotion, ({ params, body }) => service.reorderPromotion(db, params.id, body))

  route(app, contract.deletePromotion, ({ params }) => service.removePromotion(db, params.id))
}
