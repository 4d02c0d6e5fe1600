import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

const TOUCHES = ['pointerdown', 'keydown', 'click'] as const

/** Whether the page was idle once, or somebody has touched it: what is not part of the first view is loaded then. */
export function useIdleOrTouched(): boolean {
  const [isSo, setSo] = useState(false)
  useEffect(() => {
    const be = () => setSo(true)
    const cancel = whenIdle(be)
    for (const touch of TOUCHES) addEventListener(touch, be, { capture: true, once: true })
    return () => {
      cancel()
      for (const touch of TOUCHES) removeEventListener(touch, be, { capture: true })
    }
  }, [])
  return isSo
}
