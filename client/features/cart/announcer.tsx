import { useSyncExternalStore } from 'react'

let said = ''
const listeners = new Set<() => void>()

/** Tells a screen reader what happened to the cart. */
export function announceToScreenReader(text: string): void {
  // A screen reader does not repeat the same text: a space makes it differ.
  said = text === said ? `${text}\u00a0` : text
  for (const listener of listeners) listener()
}

/** Where the announcements stand; to be on the page once, outside everything that a dialog hides. */
export function CartAnnouncer() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => said,
  )
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}
