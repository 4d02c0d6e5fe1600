/** Work that runs at a random moment, so that many pages with the same event do not send their requests at once. */
export interface Spread {
  /** Schedules the work, unless it is scheduled already. */
  request: () => void
  cancel: () => void
}

/** Creates work that runs within `withinMs` milliseconds of a request. */
export function spreadOut(withinMs: number, work: () => void): Spread {
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
