import type { AreaParts } from '#server/platform/area.ts'
import { route, sendStored, versionToMatch } from '#server/platform/http/route.ts'
import * as contract from '#shared/contracts/menu/options.ts'
import type { PublishedMenu } from '../published.ts'
import { addGroup, copyGroup, markOptionSoldOut, removeGroup, saveGroup } from './groups.ts'

export function optionRoutes({ app, db, attemptOf, clock, timeZone }: AreaParts, menu: PublishedMenu): void {
  route(app, contract.createOptionGroup, async ({ body, request, reply }) => {
    const attempt = attemptOf(contract.createOptionGroup, request, body)
    return sendStored(reply, 201, await menu.after(addGroup(db, { input: body, attempt, now: clock.now() })))
  })

  route(app, contract.changeOptionGroup, ({ params, body, request }) => {
    const expectedVersion = versionToMatch(request.headers['if-match'])
    return menu.after(saveGroup(db, { id: params.id, expectedVersion, input: body, now: clock.now() }))
  })

  route(app, contract.copyOptionGroup, ({ params }) => menu.after(copyGroup(db, params.id, clock.now())))

  route(app, contract.deleteOptionGroup, ({ params }) => menu.after(removeGroup(db, params.id, clock.now())))

  route(app, contract.setOptionSoldOut, ({ params, body }) =>
    menu.after(
      markOptionSoldOut(db, {
        id: params.id,
        optionId: params.optionId,
        soldOut: body.soldOut,
        timeZone,
        now: clock.now(),
      }),
    ),
  )
}
