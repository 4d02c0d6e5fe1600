import type { ServerFrame } from '#shared/contracts/live.ts'

type FrameType = ServerFrame['type']
export type FrameOf<T extends FrameType> = Extract<ServerFrame, { type: T }>

/** What a page does with the frames it wants; `opened`: what the page fetched before may be stale. */
export type Follower = { [T in FrameType]?: (frame: FrameOf<T>) => void } & { opened?: () => void }

/** The page's followers: the connection is held open for them alone. */
export class Followers {
  readonly #followers = new Set<Follower>()

  get none(): boolean {
    return this.#followers.size === 0
  }

  add(follower: Follower): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  opened(): void {
    for (const follower of [...this.#followers]) follower.opened?.()
  }

  deliver(frame: ServerFrame): void {
    for (const follower of [...this.#followers]) handlerOf(follower, frame)?.(frame)
  }
}

function handlerOf(follower: Follower, frame: ServerFrame): ((frame: ServerFrame) => void) | undefined {
  // The key is the frame's own type, so handler and frame belong together; the compiler cannot follow that.
  return follower[frame.type] as ((frame: ServerFrame) => void) | undefined
}
