import { useSyncExternalStore } from 'react'

/** The width from which pages have room for tables (Tailwind's `md`). */
const WIDE = '(min-width: 48rem)'

/** Whether the window is at least as wide as a tablet. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(WIDE)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(WIDE).matches,
  )
}
