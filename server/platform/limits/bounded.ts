import pLimit from 'p-limit'
import { AppError } from '../app-error.ts'

/** Too much waits already. It is not logged: it is no failure of the server, and a flood would fill the log. */
export class Busy extends AppError {
  constructor() {
    super('unavailable')
  }
}

/** Does the work in its turn. @throws Busy at once, if too much waits already */
export type Bounded = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Bounds how many pieces of work are done at once, and how many more may wait for their turn. */
export function bounded(atOnce: number, waiting: number): Bounded {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) throw new Busy()
    return limit(work)
  }
}
