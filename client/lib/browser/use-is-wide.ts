import { useSyncExternalStore } from 'react'

/** From here on the pages have room for tables (Tailwind's `md`). */
const WIDE = '(min-width: 48rem)'

/** Whether the window is as wide as a tablet's. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(WIDE)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(WIDE).matches,
  )
}
