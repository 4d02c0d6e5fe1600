import { useState } from 'react'

/** Whether the value was ever true: a dialog that was opened once stays mounted, so that its closing is animated. */
export function useEver(isTrue: boolean): boolean {
  const [ever, setEver] = useState(isTrue)
  if (isTrue && !ever) setEver(true)
  return ever || isTrue
}
