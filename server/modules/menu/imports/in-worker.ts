import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Job, Results } from './job.ts'

/** Has a worker do a job, so that this thread goes on answering. */
export async function inWorker<J extends Job>(job: J): Promise<Results[J['task']]> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: job })
  try {
    const [result] = await once(worker, 'message')
    return result
  } finally {
    await worker.terminate()
  }
}
