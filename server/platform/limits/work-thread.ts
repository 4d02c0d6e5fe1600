import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '../app-error.ts'
import { Turns } from './turns.ts'

/** A worker takes longer to start than to do most jobs, and one job is often followed by another. */
const KEPT_IDLE_MS = 60_000

interface Running {
  worker: Worker
  /** Aborted once the worker has ended, for whatever reason. */
  ended: AbortSignal
}

export interface JobLimits {
  /** How long a job may take, in ms, the start of its worker included. */
  within: number
  /** How many jobs may wait for the one that is under way. */
  maxWaiting: number
}

/**
 * Has a worker do jobs one after another, so that this thread goes on answering. The worker is started for the first
 * job and ends when it has had nothing to do for a minute.
 * @param script a module that answers each message with one message
 */
export class WorkThread<Job, Result> {
  readonly #script: URL
  readonly #limits: JobLimits
  readonly #turns = new Turns()
  #waiting = 0
  #idle: { running: Running; ending: NodeJS.Timeout } | undefined

  constructor(script: URL, limits: JobLimits) {
    this.#script = script
    this.#limits = limits
  }

  /**
   * Does a job when its turn comes.
   * @throws AppError `unavailable` where too many wait already; and where the job fails, or takes too long, or its worker
   *   ends: the next one gets another worker
   */
  async do(job: Job, within = this.#limits.within): Promise<Result> {
    if (this.#waiting > this.#limits.maxWaiting) throw new AppError('unavailable')
    this.#waiting++
    try {
      return await this.#turns.take('job', () => this.#have(job, within))
    } finally {
      this.#waiting--
    }
  }

  async #have(job: Job, within: number): Promise<Result> {
    const running = this.#take()
    const { worker, ended } = running
    try {
      worker.postMessage(job)
      const [result] = await once(worker, 'message', { signal: AbortSignal.any([ended, AbortSignal.timeout(within)]) })
      this.#keep(running)
      return result
    } catch (error) {
      void worker.terminate()
      throw error
    }
  }

  #take(): Running {
    const idle = this.#idle
    this.#idle = undefined
    clearTimeout(idle?.ending)
    if (!idle || idle.running.ended.aborted) return start(this.#script)
    idle.running.worker.ref()
    return idle.running
  }

  #keep(running: Running): void {
    // Neither it nor its timer keeps the server from ending.
    running.worker.unref()
    const ending = setTimeout(() => void running.worker.terminate(), KEPT_IDLE_MS).unref()
    this.#idle = { running, ending }
  }
}

function start(script: URL): Running {
  const worker = new Worker(script)
  const end = new AbortController()
  // Without a listener, one that fails while it has nothing to do would end the server. Its job hears of it by itself.
  worker.on('error', () => {})
  worker.on('exit', () => end.abort())
  return { worker, ended: end.signal }
}
