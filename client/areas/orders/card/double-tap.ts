const DOUBLE_TAP_MS = 400
const DOUBLE_TAP_PX = 24

interface Tap {
  timeStamp: number
  clientX: number
  clientY: number
}

let lastTap: Tap | undefined

/**
 * Records a tap, so call it once for each. Returns whether it is the second of a double tap, which hits another card's button if the first tap moved a card away. A
 * click by keyboard has the coordinates 0, 0 and is never a double tap.
 */
export function recordTap(tap: Tap): boolean {
  const previous = lastTap
  lastTap = tap
  if (!previous || (tap.clientX === 0 && tap.clientY === 0)) return false
  const distance = Math.hypot(tap.clientX - previous.clientX, tap.clientY - previous.clientY)
  return tap.timeStamp - previous.timeStamp < DOUBLE_TAP_MS && distance < DOUBLE_TAP_PX
}
