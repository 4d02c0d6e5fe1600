import { useLayoutEffect, useRef } from 'react'

/** A tap within this time, in ms, was meant for what its place showed before. */
export const LATE_TAP_MS = 500

/**
 * Recognizes a tap that was meant to do what somebody else did a moment before, and would undo it.
 * @param shown the state that a tap reverses
 * @returns call it with each tap and the state that it wants: whether the tap comes too late to count
 */
export function useLateTaps(shown: boolean): (wanted: boolean) => boolean {
  const expected = useRef(shown)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    if (expected.current === shown) return
    expected.current = shown
    changedAt.current = performance.now()
  }, [shown])
  return (wanted) => {
    if (performance.now() - changedAt.current < LATE_TAP_MS) return true
    expected.current = wanted
    return false
  }
}
