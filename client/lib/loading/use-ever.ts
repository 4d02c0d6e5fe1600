import { useState } from 'react'

/** Whether it was ever true: a dialog that was opened once stays mounted, so that it can close with its motion. */
export function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}
