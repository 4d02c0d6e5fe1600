import { useState } from 'react'

/**
 * A value while something is open, and its last value while that fades out: nothing changes under the eye.
 * @param value must stay the same from one drawing to the next unless it changed
 */
export function useWhileOpen<Value>(isOpen: boolean, value: Value): Value {
  const [last, setLast] = useState(value)
  if (isOpen && !Object.is(last, value)) setLast(value)
  return isOpen ? value : last
}
