import { type FrameOf, followLive, sendFrame } from '../../lib/live/live.ts'
import { ownCalls, ownCallsStore } from './own-calls-store.ts'

/**
 * Keeps the status of this phone's calls up to date over the live channel.
 * @param onTaken somebody is on the way
 * @returns a function that stops it
 */
export function followCalls(onTaken: () => void): () => void {
  /** Calls that were requested on this connection; those without an answer are requested again. */
  let requested = new Set<number>()
  let answered = new Set<number>()
  const openCalls = () => ownCallsStore.getState().filter(({ status }) => status !== 'ended')

  function watchAll(isAsked: (id: number) => boolean) {
    for (const { id, token } of openCalls()) {
      if (isAsked(id)) continue
      if (!sendFrame({ type: 'WATCH_CALL', payload: { id, token }, ref: -id })) return
      requested.add(id)
    }
  }

  function onStatus({ payload }: FrameOf<'CALL_STATUS'>) {
    answered.add(payload.id)
    const call = ownCallsStore.getState().find(({ id }) => id === payload.id)
    if (call?.status === 'open' && payload.status === 'taken') onTaken()
    ownCalls.applyStatus(payload)
  }

  const onHeartbeat = () => watchAll((id) => answered.has(id))

  const unfollow = followLive({
    opened() {
      requested = new Set()
      answered = new Set()
      watchAll(() => false)
    },
    CALL_STATUS: onStatus,
    ERROR({ payload: { code }, ref }) {
      // The server no longer has this call, for example because the table was deleted.
      if (code === 'call_over' && ref !== undefined && ref < 0) ownCalls.applyStatus({ id: -ref, status: 'ended' })
    },
    HEARTBEAT: onHeartbeat,
  })
  const unsubscribe = ownCallsStore.subscribe(() => watchAll((id) => requested.has(id)))
  return () => {
    unsubscribe()
    unfollow()
  }
}
