import type { QueryKey } from '@tanstack/react-query'
import type { ServerFrame } from '#shared/contracts/live.ts'
import { followLive, watchLiveStatus } from '../live/live.ts'
import { whenIdle } from '../loading/import-with-retry.ts'
import { followedLists, refetchSettled } from './announced.ts'

/**
 * Refetches lists when frames announce that they have changed, and all of them at each (re)connect, until the returned
 * function is called (docs/product/live-channel.md#live-changed).
 * @param announced the lists of which a frame says that they have changed
 */
export function followLists(
  lists: readonly QueryKey[],
  announced: (frame: ServerFrame) => readonly QueryKey[],
): () => void {
  const entry = { lists, isOpen: false }
  followedLists.add(entry)
  const stopWatching = watchLiveStatus(({ state }) => {
    entry.isOpen = state === 'live'
  })
  const refetch = (frame: ServerFrame) => announced(frame).forEach(refetchSettled)
  let stopWaiting = () => {}
  const unfollow = followLive({
    opened() {
      entry.isOpen = true
      stopWaiting()
      // The page may be rendering what it has just loaded.
      stopWaiting = whenIdle(() => lists.forEach(refetchSettled))
    },
    SETTINGS_CHANGED: refetch,
    MENU_CHANGED: refetch,
    CHANGED: refetch,
  })
  return () => {
    followedLists.delete(entry)
    stopWatching()
    stopWaiting()
    unfollow()
  }
}
