import { useEffect, useState } from 'react'

/** Calls `run` when the browser is idle, or after a few seconds. @returns a function that cancels the call */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run, { timeout: 4000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, 1200)
  return () => clearTimeout(timer)
}

const TOUCHES = ['pointerdown', 'keydown', 'click'] as const

/** Whether the page was idle once, or somebody has touched it: what is not part of the first view is loaded then. */
export function useIdleOrTouched(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const start = () => setReady(true)
    const cancel = whenIdle(start)
    for (const touch of TOUCHES) addEventListener(touch, start, { capture: true, once: true })
    return () => {
      cancel()
      for (const touch of TOUCHES) removeEventListener(touch, start, { capture: true })
    }
  }, [])
  return isReady
}
