import { CALL_TOPIC } from '#server/modules/occupancy/index.ts'
import type { Area, AreaParts } from '#server/platform/area.ts'
import { guestOf } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { throttle } from '#server/platform/limits/throttle.ts'
import * as contract from '#shared/contracts/calls.ts'
import { mayUse } from '#shared/domain/access.ts'
import { createCallNotifier } from './live.ts'
import { callMaker, noteEnded, noteTaken } from './service.ts'

export const callsArea: Area = (parts) => {
  callRoutes(parts)
  const { frames, changed } = createCallNotifier(parts.live, parts.hub, parts.log)
  return {
    topics: {
      [CALL_TOPIC](id) {
        if (typeof id === 'number') changed(id)
      },
    },
    frames,
  }
}

function callRoutes({ app, db, clock }: AreaParts): void {
  const throttleCalls = throttle(app, 120, 10 * 60_000)
  const makeCall = callMaker(db)

  route(app, contract.callStaff, async ({ params, body, request, reply }) => {
    // Requests with a wrong key count too, so that keys cannot be guessed faster than the limit allows.
    await throttleCalls(request)
    const { call, token, isNew } = await makeCall({
      tableId: params.id,
      kind: body.kind,
      method: body.method ?? null,
      tableKey: body.tableKey,
      needsNoKey: mayUse('floor', await request.viewer()),
      guest: guestOf(request),
      now: clock.now(),
    })
    return reply.code(isNew ? 201 : 200).send({ ...call, callToken: token })
  })

  route(app, contract.takeCall, ({ params: { id, callId }, user }) =>
    noteTaken(db, { tableId: id, callId, by: user, now: clock.now() }),
  )

  route(app, contract.endCall, ({ params: { id, callId } }) => noteEnded(db, { tableId: id, callId, now: clock.now() }))
}
