/** Calls `run` once the page has nothing more urgent to do; the function returned cancels that. */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run, { timeout: 4000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, 1200)
  return () => clearTimeout(timer)
}
