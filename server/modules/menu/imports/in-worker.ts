import { WorkThread } from '#server/platform/limits/work-thread.ts'
import type { Job, Results } from './job.ts'

/** A job that takes longer will never end. The database waits 20 s for a transaction that asks nothing. */
const JOB_WITHIN_MS = 15_000

const thread = new WorkThread<Job, Results[Job['task']]>(new URL('./worker.ts', import.meta.url), {
  timeoutMs: JOB_WITHIN_MS,
  // Each holds the menu's lock or waits for it: the database's connections bound them.
  maxWaiting: Number.POSITIVE_INFINITY,
})

/** Has a worker do a job. @throws where the job fails or takes longer than `within` ms */
export function inWorker<J extends Job>(job: J, within?: number): Promise<Results[J['task']]> {
  return thread.run(job, within) as Promise<Results[J['task']]>
}
