import pLimit from 'p-limit'
import { AppError } from '../app-error.ts'
import { watchQueue } from '../metrics/queues.ts'

/** Too much work is waiting. Not logged as a failure, because a flood of requests would fill the log. */
export class BusyError extends AppError {
  constructor() {
    super('unavailable')
  }
}

/** Runs the work in its turn. @throws BusyError at once if too much work is waiting */
export type Bounded = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Limits how much work runs concurrently, and how much more may wait for its turn.
 * @param queue its name in the metrics
 */
export function bounded(maxConcurrent: number, maxWaiting: number, queue?: string): Bounded {
  const limit = pLimit(maxConcurrent)
  if (queue !== undefined) watchQueue(queue, limit)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= maxConcurrent + maxWaiting) throw new BusyError()
    return limit(work)
  }
}
