const WITHIN_MS = 400
const WITHIN_PX = 24

interface Tap {
  timeStamp: number
  clientX: number
  clientY: number
}

let last: Tap | undefined

/**
 * Whether a tap is the second of a double one. The first has moved a card away, and another's button came under the
 * finger. A press of a key has no place, and is always meant.
 */
export function isDoubleTap(tap: Tap): boolean {
  const before = last
  last = tap
  if (!before || (tap.clientX === 0 && tap.clientY === 0)) return false
  const apart = Math.hypot(tap.clientX - before.clientX, tap.clientY - before.clientY)
  return tap.timeStamp - before.timeStamp < WITHIN_MS && apart < WITHIN_PX
}
