import { useSyncExternalStore } from 'react'

let announcement = ''
const listeners = new Set<() => void>()

/** Announces a change of the cart to a screen reader. */
export function announceToScreenReader(text: string): void {
  // A screen reader does not repeat the same text, so a space makes it differ.
  announcement = text === announcement ? `${text}\u00a0` : text
  for (const listener of listeners) listener()
}

/** The live region of the announcements. Render it once, outside everything that a dialog hides. */
export function CartAnnouncer() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => announcement,
    () => '',
  )
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}
