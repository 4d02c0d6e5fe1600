import type { AreaParts } from '#server/platform/area.ts'
import { ensureGuest, guestOf } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { throttle } from '#server/platform/limits/throttle.ts'
import * as contract from '#shared/contracts/shared-sessions.ts'
import { mayUse } from '#shared/domain/access.ts'
import { complete, endByOwner, leave, moveToTable } from './ending.ts'
import { join } from './joining.ts'
import { readOverviews } from './state-repo.ts'

/** Body limit in bytes: fits the longest notes with every character escaped. */
const MAX_COMPLETION_BYTES = 16 * 1024

export function sharedSessionRoutes({ app, db, clock, isSecure, throttleGuests }: AreaParts): void {
  const throttleNewSessions = throttle(app, 60, 10 * 60_000)

  route(app, contract.joinSession, async ({ body, request, reply }) => {
    // Requests with a wrong table key count too, so that keys cannot be guessed faster than the limit allows.
    await throttleGuests(request)
    return join(db, {
      ...body,
      tokenHash: ensureGuest(request, reply, isSecure),
      now: clock.now(),
      needsNoKey: mayUse('floor', await request.viewer()),
      checkNewSessionLimit: () => throttleNewSessions(request),
    })
  })

  route(
    app,
    contract.completeSession,
    async ({ params, body, request, reply }) => {
      await throttleGuests(request)
      const tokenHash = guestOf(request)
      const needsNoKey = mayUse('floor', await request.viewer())
      const placed = await complete(db, { sessionId: params.id, tokenHash, needsNoKey, ...body, now: clock.now() })
      // Sent as stored, even if another version of Masa stored it.
      return reply.type('application/json; charset=utf-8').serializer(String).send(JSON.stringify(placed))
    },
    { bodyLimit: MAX_COMPLETION_BYTES },
  )

  route(app, contract.leaveSession, async ({ params, request }) => {
    await throttleGuests(request)
    await leave(db, params.id, guestOf(request), clock.now())
    return undefined
  })

  route(app, contract.listSessions, () => readOverviews(db, clock.now()))

  route(app, contract.endSession, async ({ params }) => {
    await endByOwner(db, params.id, clock.now())
    return undefined
  })
  route(app, contract.moveSession, ({ params, body, user }) =>
    moveToTable(db, { id: params.id, tableId: body.tableId, by: user, now: clock.now() }),
  )
}
