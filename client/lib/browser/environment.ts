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

/** Whether the window is at least as wide as a tablet (Tailwind's `md`). False while React hydrates. */
export function useIsWide(from = '48rem'): boolean {
  const query = `(min-width: ${from})`
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Logs a problem that nobody needs to act on. Only this function writes to the browser's console. */
export function logProblem(problem: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the only log of the page.
  console.warn(problem, cause)
}
