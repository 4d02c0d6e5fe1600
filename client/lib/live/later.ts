/**
 * Work that runs `delayMs` after the first request for it, once for all requests until then. The bench uses it too,
 * without the page.
 */
export function later(work: () => void, delayMs: () => number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    request() {
      timer ??= setTimeout(() => {
        timer = undefined
        work()
      }, delayMs())
    },
    cancel,
  }
}
