import pLimit from 'p-limit'
import { AppError } from './app-error.ts'

/** Too much waits already. That is no failure of the server, and a flood of it would fill the log: it is not logged. */
export class Busy extends AppError {
  constructor() {
    super('unavailable')
  }
}

/** Does the work when it is its turn. @throws Busy at once, if too much waits already */
export type Bounded = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Lets so many pieces of work be done at once, and so many more wait for their turn. */
export function bounded(atOnce: number, waiting: number): Bounded {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) throw new Busy()
    return limit(work)
  }
}
