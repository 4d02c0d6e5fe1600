import { useState } from 'react'

/**
 * Counts how often something was opened: the key of a form that is to begin anew each time. Without it, one that is opened
 * again while it fades out would go on with what was typed before.
 */
export function useOpenings(isOpen: boolean): number {
  const [count, setCount] = useState(0)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setCount(count + 1)
  }
  return count
}
