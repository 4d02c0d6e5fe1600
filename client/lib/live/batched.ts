/** Runs `work` `delayMs` after the first request for it, once for all requests until then. The bench uses it too. */
export function batched(work: () => void, delayMs: () => number) {
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
