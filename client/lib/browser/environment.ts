import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** False on the server and while React hydrates: what only this browser knows is rendered afterwards. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

/** Scroll behaviour for scrolling from code: smooth, unless the device is set to reduce motion. */
export function scrollBehavior(): 'smooth' | 'auto' {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}
