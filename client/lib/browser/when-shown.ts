/**
 * Calls `then` after the next frame is painted: earlier work would delay that frame.
 * @returns a function that cancels the call
 */
export function whenShown(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
