import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'

type Follower = Record<string, ((frame: unknown) => void) | undefined> & { opened?: () => void }

/** The open connection of a test: the frames that were sent over it, and the follower that gets what comes. */
export const wire = { said: [] as ClientFrame[], follower: {} as Follower, status: (_: { state: string }) => {} }

export const hear = (frame: ServerFrame) => wire.follower[frame.type]?.(frame)

/** Stands in for the module itself. */
export const liveModule = {
  followLive(follower: Follower) {
    wire.follower = follower
    follower.opened?.()
    return () => {}
  },
  sendFrame(frame: ClientFrame) {
    wire.said.push(frame)
    return true
  },
  watchLiveStatus(told: typeof wire.status) {
    wire.status = told
    return () => {}
  },
}
