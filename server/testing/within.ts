/** Waits for `work`, but not forever. @param what is waited for, for the error's message */
export function within<Result>(seconds: number, what: () => string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${seconds} s in vain for ${what()}`)), seconds * 1000)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
