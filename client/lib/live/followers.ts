import type { ServerFrame } from '#shared/contracts/live.ts'

type FrameType = ServerFrame['type']
export type FrameOf<T extends FrameType> = Extract<ServerFrame, { type: T }>

/**
 * Handlers of a page for the frame types it needs. `opened`: the channel was opened; data fetched before may be stale.
 * `ended`: the user's login session is over; the page must leave, and `reopenLive` be called after that.
 */
export type Follower = { [T in FrameType]?: (frame: FrameOf<T>) => void } & { opened?: () => void; ended?: () => void }

/** The page's followers: the connection stays open as long as there are any. */
export class Followers {
  readonly #followers = new Set<Follower>()

  get isEmpty(): boolean {
    return this.#followers.size === 0
  }

  add(follower: Follower): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  opened(): void {
    for (const follower of [...this.#followers]) follower.opened?.()
  }

  /** @returns whether a page leaves because of this */
  ended(): boolean {
    const leaving = [...this.#followers].filter(({ ended }) => ended)
    for (const follower of leaving) follower.ended?.()
    return leaving.length > 0
  }

  deliver(frame: ServerFrame): void {
    for (const follower of [...this.#followers]) handlerOf(follower, frame)?.(frame)
  }
}

function handlerOf(follower: Follower, frame: ServerFrame): ((frame: ServerFrame) => void) | undefined {
  // The handler is looked up by the frame's type, so they match; the compiler cannot infer that.
  return follower[frame.type] as ((frame: ServerFrame) => void) | undefined
}
