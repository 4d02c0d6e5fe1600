import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Turns } from '#server/platform/turns.ts'
import type { Job, Results } from './job.ts'

/** A worker takes longer to start than to work on a usual menu, and a preview is followed by its import. */
const KEPT_IDLE_MS = 60_000

/** A job that takes longer will never end. The database waits 20 s for a transaction that asks nothing. */
const JOB_WITHIN_MS = 15_000

const turns = new Turns()
let idle: { worker: Worker; ending: NodeJS.Timeout } | undefined

/**
 * Has a worker do a job, so that this thread goes on answering. Jobs are done one after another.
 * @throws where the job fails or takes longer than `within` ms; the next one gets another worker
 */
export function inWorker<J extends Job>(job: J, within = JOB_WITHIN_MS): Promise<Results[J['task']]> {
  return turns.take('job', async () => {
    const worker = takeWorker()
    try {
      worker.postMessage(job)
      const [result] = await once(worker, 'message', { signal: AbortSignal.timeout(within) })
      keep(worker)
      return result
    } catch (error) {
      void worker.terminate()
      throw error
    }
  })
}

function takeWorker(): Worker {
  if (!idle) return new Worker(new URL('./worker.ts', import.meta.url))
  const { worker, ending } = idle
  idle = undefined
  clearTimeout(ending)
  worker.ref()
  return worker
}

function keep(worker: Worker): void {
  // Neither it nor its timer keeps the server from ending.
  worker.unref()
  const ending = setTimeout(() => {
    idle = undefined
    void worker.terminate()
  }, KEPT_IDLE_MS).unref()
  idle = { worker, ending }
}
