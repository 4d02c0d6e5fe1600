import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { AppError } from '../app-error.ts'
import { bounded } from './concurrency.ts'

/** A worker takes longer to start than most jobs take, and one job is often followed by another. */
const IDLE_TIMEOUT_MS = 60_000

interface Running {
  worker: Worker
  /** Aborted when the worker has ended for any reason. */
  ended: AbortSignal
}

interface JobLimits {
  /** How long a job may take, in milliseconds, including the start of its worker. */
  timeoutMs: number
  /** How many jobs may wait while one is running. */
  maxWaiting: number
}

/**
 * Runs jobs one after another in a worker thread, so that the main thread keeps answering. The worker starts with the
 * first job and ends after an idle minute.
 * @param script a module that answers each message with one message
 * @returns a function that runs a job after those that were added before it. Rejects if the job fails or takes too long or its worker
 *   ends, and the next job then gets a new worker: with AppError `unavailable` if the job takes too long, because a
 *   busy machine is not a failure and the caller may retry; with BusyError if too many jobs are waiting
 */
export function workThread<Job, Result>(script: URL, { timeoutMs, maxWaiting }: JobLimits) {
  const oneAtATime = bounded(1, maxWaiting)
  let idle: { running: Running; ending: NodeJS.Timeout } | undefined

  function takeWorker(): Running {
    const last = idle
    idle = undefined
    clearTimeout(last?.ending)
    if (!last || last.running.ended.aborted) return start(script)
    last.running.worker.ref()
    return last.running
  }

  function setIdle(running: Running): void {
    // Neither the idle worker nor its timer may keep the process alive.
    running.worker.unref()
    const end = () => {
      // This happens at once, because a worker that is ending loses the job that it gets.
      idle = undefined
      void running.worker.terminate()
    }
    idle = { running, ending: setTimeout(end, IDLE_TIMEOUT_MS).unref() }
  }

  return (job: Job, within = timeoutMs): Promise<Result> =>
    oneAtATime(async () => {
      const running = takeWorker()
      const { worker, ended } = running
      const timeout = AbortSignal.timeout(within)
      try {
        worker.postMessage(job)
        const [result] = await once(worker, 'message', { signal: AbortSignal.any([ended, timeout]) })
        setIdle(running)
        return result
      } catch (error) {
        void worker.terminate()
        throw timeout.aborted ? new AppError('unavailable') : error
      }
    })
}

function start(script: URL): Running {
  const worker = new Worker(script)
  const end = new AbortController()
  // A worker that fails while idle would crash the server if nothing listened. `once` reports the failure to a job.
  worker.on('error', () => {})
  worker.on('exit', () => end.abort())
  return { worker, ended: end.signal }
}

/** The nice level at which a thread gets a tenth of the processor's time while another thread wants it. */
const LOW_PRIORITY = 10

const THREADS = '/proc/self/task'

/** Lowers the priority, so that its work does not delay orders; only Linux has priorities of threads. */
export function lowerThreadPriority(): void {
  onLinux(() => lower(path.basename(readlinkSync('/proc/thread-self'))))
}

/** Lowers the priority of the threads on which Node runs the work of libraries: pictures, passwords, compression. */
export async function lowerPoolPriority(): Promise<void> {
  // The first asynchronous work with a file starts them.
  await stat(os.tmpdir()).catch(() => {})
  onLinux(() => {
    for (const thread of readdirSync(THREADS)) {
      if (readFileSync(path.join(THREADS, thread, 'comm'), 'utf8').trim() === 'libuv-worker') lower(thread)
    }
  })
}

/** Lowers the priority of another process of this machine. */
export function lowerProcessPriority(pid: number): void {
  onLinux(() => {
    lower(String(pid))
    // Linux with autogroups shares the processor among sessions: each process of PostgreSQL is a session of its own,
    // within which alone its own priority counts.
    writeFileSync(`/proc/${pid}/autogroup`, String(LOW_PRIORITY))
  })
}

// On Linux, the priority of a thread is set by its id like that of a process.
const lower = (id: string) => os.setPriority(Number(id), LOW_PRIORITY)

/** A priority only makes other work wait less: a system that refuses it is not a failure. */
function onLinux(work: () => void): void {
  if (process.platform !== 'linux') return
  try {
    work()
  } catch {}
}
