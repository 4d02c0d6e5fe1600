/** Work to be done at a random moment, so that many pages that hear the same do not all ask at once. */
export interface Spread {
  /** Has it done within the time; once, however often it is asked for until then. */
  ask: () => void
  cancel: () => void
}

export function spreadOut(withinMs: number, work: () => void): Spread {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    ask() {
      timer ??= setTimeout(() => {
        timer = undefined
        work()
      }, Math.random() * withinMs)
    },
    cancel: () => clearTimeout(timer),
  }
}
