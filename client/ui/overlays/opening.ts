import { useState } from 'react'

/** Whether the value was ever true: a dialog that was opened once stays mounted, so that its closing is animated. */
export function useEverOpened(isTrue: boolean): boolean {
  const [ever, setEver] = useState(isTrue)
  if (isTrue && !ever) setEver(true)
  return ever || isTrue
}

/**
 * The value while a dialog is open, and its last value while it fades out, so that the content does not change visibly.
 * @param value must be referentially stable between renders unless it changed
 */
export function useWhileOpen<Value>(isOpen: boolean, value: Value): Value {
  const [last, setLast] = useState(value)
  if (isOpen && !Object.is(last, value)) setLast(value)
  return isOpen ? value : last
}

/**
 * Counts how often a dialog was opened, for use as the key of its form: the form is then reset on each opening, even if
 * the dialog is reopened while it fades out.
 */
export function useOpeningCount(isOpen: boolean): number {
  const [count, setCount] = useState(0)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setCount(count + 1)
  }
  return count
}
