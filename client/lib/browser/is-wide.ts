import { useSyncExternalStore } from 'react'

// A file of its own: of the layout's functions, a guest's page needs only this one.

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
