import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/**
 * Whether this is the first view as the server draws it: on the server, and in the browser while React hydrates that
 * drawing. Both must render the same, so whatever only this browser knows is rendered after it.
 */
export function useIsDrawing(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
}
