import { WorkThread } from '#server/platform/limits/work-thread.ts'
import type { Job, Results } from './job.ts'

/** Shorter than the 20 s after which the database ends an idle transaction. */
const JOB_TIMEOUT_MS = 15_000

const thread = new WorkThread<Job, Results[Job['task']]>(new URL('./worker.ts', import.meta.url), {
  timeoutMs: JOB_TIMEOUT_MS,
  // The number of database connections limits the jobs already: each needs the menu's lock.
  maxWaiting: Number.POSITIVE_INFINITY,
  queue: 'imports',
})

/**
 * Executes a job in the worker thread.
 * @throws Error if the job fails; AppError `unavailable` if it takes longer than `within` ms
 */
export function inWorker<J extends Job>(job: J, within?: number): Promise<Results[J['task']]> {
  return thread.run(job, within) as Promise<Results[J['task']]>
}
