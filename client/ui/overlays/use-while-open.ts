import { useState } from 'react'

/**
 * The value while a dialog is open, and its last value while it fades out, so that the content does not change visibly.
 * @param value must be referentially stable between renders unless it changed
 */
export function useWhileOpen<Value>(isOpen: boolean, value: Value): Value {
  const [last, setLast] = useState(value)
  if (isOpen && !Object.is(last, value)) setLast(value)
  return isOpen ? value : last
}
