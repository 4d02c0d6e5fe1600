import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'

type Follower = Record<string, ((frame: unknown) => void) | undefined> & { opened?: () => void }

/** The open connection of a test: the frames that were sent, and the follower that receives frames. */
export const liveConnection = {
  sent: [] as ClientFrame[],
  follower: {} as Follower,
  status: (_: { state: string }) => {},
}

export const receiveFrame = (frame: ServerFrame) => liveConnection.follower[frame.type]?.(frame)

/** The ids of the changes that were sent, in order. */
export const sentRefs = () =>
  liveConnection.sent.flatMap((frame) => ('ref' in frame && frame.ref !== undefined ? [frame.ref] : []))

/** Replaces the module `lib/live/live.ts`. */
export const liveModule = {
  followLive(follower: Follower) {
    liveConnection.follower = follower
    follower.opened?.()
    return () => {}
  },
  sendFrame(frame: ClientFrame) {
    liveConnection.sent.push(frame)
    return true
  },
  watchLiveStatus(onStatus: typeof liveConnection.status) {
    liveConnection.status = onStatus
    return () => {}
  },
}
