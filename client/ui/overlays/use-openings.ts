import { useState } from 'react'

/**
 * Counts how often a dialog was opened, for use as the key of its form: the form is then reset on each opening, even if
 * the dialog is reopened while it fades out.
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
