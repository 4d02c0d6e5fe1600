/** Calls `run` when the browser is idle, or after a few seconds. @returns a function that cancels the call */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run, { timeout: 4000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, 1200)
  return () => clearTimeout(timer)
}
