/** Work that runs at a random moment within this time, once for all requests until then. The bench uses it too, without the page. */
export function spreadOut(withinMs: number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    request() {
      timer ??= setTimeout(() => {
        timer = undefined
        work()
      }, Math.random() * withinMs)
    },
    cancel: () => clearTimeout(timer),
  }
}
