import type { Database } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { createLookups, inBatches } from '#server/platform/live/batches.ts'
import type { FrameHandlers, Peer } from '#server/platform/live/frames.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import { createWatchers } from '#server/platform/live/watchers.ts'
import type { Log } from '#server/platform/log.ts'
import { isSameSecret } from '#server/platform/token.ts'
import { CALL_STATUSES, CALLS_WATCHED, type CallStatus } from '#shared/domain/table-calls.ts'
import { readWatchedCalls } from './repo.ts'
import { callStatus } from './service.ts'

// Created once, because creating an error is the most expensive part of refusing a frame.
const CALL_OVER = new AppError('call_over')

/** Sends phones the status of the calls that they watch: on WATCH_CALL, with the call's token, and on every change. */
export function createCallNotifier(
  db: Database,
  hub: Hub,
  log: Log,
): { frames: FrameHandlers; changed(callId: number): void } {
  /** The status that each socket was sent last; undefined before the first one. */
  const watchers = createWatchers<CallStatus | undefined>(CALLS_WATCHED)
  const lookups = createLookups(
    async (ids) => new Map((await readWatchedCalls(db, ids)).map((call) => [call.id, call])),
  )

  /** Reads may finish out of order, but a call only goes forward: an earlier status is not sent after a later one. */
  function send(peer: Peer, id: number, status: CallStatus): void {
    const sent = watchers.stateOf(peer, id)
    if (sent !== undefined && CALL_STATUSES.indexOf(status) <= CALL_STATUSES.indexOf(sent)) return
    watchers.setState(peer, id, status)
    peer.send({ type: 'CALL_STATUS', payload: { id, status } })
  }

  const read = inBatches(hub, log, async (ids) => {
    const statuses = new Map((await readWatchedCalls(db, ids)).map((call) => [call.id, callStatus(call)]))
    // The call of a deleted table is gone.
    for (const id of ids) for (const peer of watchers.peersOf(id)) send(peer, id, statuses.get(id) ?? 'ended')
  })
  const changed = (callId: number) => {
    lookups.changed(callId)
    if (watchers.isWatched(callId)) read(callId)
  }

  return {
    frames: {
      WATCH_CALL: async (peer, { payload: { id, token } }) => {
        const { row: call, isOvertaken } = await lookups.find(id)
        if (!call || !isSameSecret(token, call.token)) throw CALL_OVER
        watchers.watch(peer, id, undefined)
        send(peer, id, callStatus(call))
        if (isOvertaken) changed(id)
      },
    },
    changed,
  }
}
