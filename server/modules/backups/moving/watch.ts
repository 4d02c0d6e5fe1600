import { type Database, isLocked, MOVE_LOCK, readMoveState } from '#server/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { CurrentPlace, PlaceNow } from '#server/platform/place.ts'

/** Announced when a move begins, and when a place is marked or reopened. */
export const PLACE_TOPIC = 'place'

/** Follows whether the restaurant is being moved away, or was. `check` reads it again. */
export function watchPlace(db: Database, log: Log): CurrentPlace & { check(): Promise<void> } {
  let state: PlaceNow = { phase: 'here' }

  // In this order: a move that ends in between has marked the place before it lets go of the lock.
  async function read(): Promise<PlaceNow> {
    const isMoving = await isLocked(db.$client, MOVE_LOCK)
    const moveState = await readMoveState(db.$client)
    if (moveState?.phase === 'moved') return { phase: 'moved', to: moveState.place }
    return { phase: isMoving ? 'moving' : 'here' }
  }

  return {
    state: () => state,
    isWritable: () => state.phase === 'here',
    async check() {
      const before = state.phase
      state = await read()
      if (state.phase !== before) log.warn(state, SENTENCES[state.phase])
    },
  }
}

const SENTENCES: Record<PlaceNow['phase'], string> = {
  moving: 'the restaurant is being moved to another place: writes are answered with 503',
  moved: 'the restaurant was moved to another place: writes are answered with 503, stop this Masa',
  here: 'the restaurant is here: writes are taken again',
}
