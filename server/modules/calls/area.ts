import { AppError } from '#server/platform/app-error.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import { guestOf } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { batchLoader, KeyedQueue } from '#server/platform/limits/concurrency.ts'
import { throttle } from '#server/platform/limits/throttle.ts'
import type { Peer } from '#server/platform/live/frames.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import { createWatchers, inBatches } from '#server/platform/live/watchers.ts'
import { isSameSecret } from '#server/platform/token.ts'
import * as contract from '#shared/contracts/calls.ts'
import { mayUse } from '#shared/domain/access.ts'
import { CALLS_WATCHED, type CallStatus } from '#shared/domain/table-state.ts'
import { callStatus } from './index.ts'
import { CALL_TOPIC, readWatchedCalls } from './repo.ts'
import { makeCall, noteEnded, noteTaken } from './service.ts'

type Parts = AreaBase & { hub: Hub }

export function callsArea(parts: Parts): AreaWiring {
  callRoutes(parts)
  const changed = notifyOfCalls(parts)
  return {
    topics: {
      [CALL_TOPIC](id) {
        if (typeof id === 'number') changed(id)
      },
    },
  }
}

function callRoutes({ app, db, clock }: AreaBase): void {
  const throttleCalls = throttle(120, 10 * 60_000)
  // Calls of one table are made one after another, so that a whole party does not occupy the pool.
  const queue = new KeyedQueue()

  route(app, contract.callStaff, async ({ params, body, request, reply }) => {
    // Requests with a wrong key count too, so that keys cannot be guessed faster than the limit allows.
    await throttleCalls(request)
    const input = {
      ...{ tableId: params.id, kind: body.kind, method: body.method ?? null, tableKey: body.tableKey },
      ...{ needsNoKey: mayUse('floor', await request.viewer()), guest: guestOf(request), now: clock.now() },
    }
    const { call, token, isNew } = await queue.run(String(params.id), () => makeCall(db, input))
    return reply.code(isNew ? 201 : 200).send({ ...call, callToken: token })
  })

  route(app, contract.takeCall, ({ params: { id, callId }, user }) =>
    noteTaken(db, { tableId: id, callId, by: user, now: clock.now() }),
  )

  route(app, contract.endCall, ({ params: { id, callId } }) => noteEnded(db, { tableId: id, callId, now: clock.now() }))
}

// Created once, because creating an error is the most expensive part of refusing a frame.
const CALL_OVER = new AppError('call_over')

/** Sends phones the status of the calls that they watch: on WATCH_CALL, with the call's token, and on every change. */
function notifyOfCalls({ db, hub, log }: Parts): (callId: number) => void {
  /** The status that each socket was sent last; undefined before the first one. */
  const watchers = createWatchers<CallStatus | undefined>(CALLS_WATCHED)
  const tokenOf = batchLoader(
    async (ids: number[]) => new Map((await readWatchedCalls(db, ids)).map(({ id, token }) => [id, token])),
  )

  function send(peer: Peer, id: number, status: CallStatus): void {
    if (watchers.stateOf(peer, id) === status) return
    watchers.setState(peer, id, status)
    peer.send({ type: 'CALL_STATUS', payload: { id, status } })
  }

  const read = inBatches(hub, log, async (ids) => {
    const statuses = new Map((await readWatchedCalls(db, ids)).map((call) => [call.id, callStatus(call)]))
    // The call of a deleted table is gone.
    for (const id of ids) for (const peer of watchers.peersOf(id)) send(peer, id, statuses.get(id) ?? 'ended')
  })
  hub.addFrameHandlers({
    WATCH_CALL: async (peer, { payload: { id, token } }) => {
      const expected = await tokenOf(id)
      if (expected === undefined || !isSameSecret(token, expected)) throw CALL_OVER
      watchers.watch(peer, id, undefined)
      read(id)
    },
  })
  return (callId) => {
    if (watchers.isWatched(callId)) read(callId)
  }
}
