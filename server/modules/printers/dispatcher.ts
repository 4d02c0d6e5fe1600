import { readTogether } from '#server/platform/limits/concurrency.ts'
import { atMostOnceASecond } from '#server/platform/live/batches.ts'
import { newToken } from '#server/platform/token.ts'
import { createWorkScheduler, type WorkScheduler } from '#server/platform/work-scheduler.ts'
import { sweepJobs } from './jobs.ts'
import * as repo from './repo.ts'
import { createPrinterWork, type WorkerParts } from './worker.ts'

/** Wakes the workers of the printers on the network, one for each printer. */
export function createDispatcher(parts: Omit<WorkerParts, 'instance' | 'closing'>) {
  const { db, clock, log } = parts
  const closing = new AbortController()
  const workerParts = { ...parts, instance: newToken(), closing: closing.signal }
  const workers = new Map<number, WorkScheduler>()
  /** Whether there is any printer, also one that asks by itself. */
  let hasPrinters = false

  // One after another: an older list, read more slowly, must not remove the worker of a new printer.
  const reload = readTogether(async () => {
    const printers = await repo.readPrinters(db)
    hasPrinters = printers.length > 0
    const connected = printers.filter(({ kind, isActive }) => kind === 'network' && isActive)
    for (const { id } of connected)
      if (!workers.has(id) && !closing.signal.aborted)
        workers.set(id, createWorkScheduler(clock, log, 'a printer’s work failed', createPrinterWork(id, workerParts)))
    for (const [id, worker] of workers)
      if (!connected.some((printer) => printer.id === id)) {
        workers.delete(id)
        void worker.close()
      }
  })

  async function dispatch(): Promise<void> {
    for (const id of await repo.findBusyPrinters(db, clock.now())) workers.get(id)?.wakeUnlessScheduled()
  }

  const failed = (error: unknown) => log.warn({ err: error }, 'what printers have to do could not be read')
  const dispatched = atMostOnceASecond(() => void dispatch().catch(failed))

  return {
    /** Reads which printers there are. */
    reload,
    /** Printers or what they were asked for have changed: each works at once. */
    printersChanged() {
      const wakeAll = () => {
        for (const worker of workers.values()) worker.wake()
      }
      reload().then(wakeAll, failed)
    },
    /** An order may have tickets for printers. Costs nothing without printers. */
    mayHaveWork() {
      if (hasPrinters) dispatched.notify('work')
    },
    /** Hands over what is late, and finds work that nobody announced. */
    async sweep() {
      if (!hasPrinters) return
      await sweepJobs(db, clock.now())
      await dispatch()
    },
    /** Lets each printer say how it is. */
    async look() {
      for (const worker of workers.values()) worker.wakeUnlessScheduled()
    },
    async close() {
      closing.abort()
      dispatched.close()
      await Promise.all([...workers.values()].map((worker) => worker.close()))
    },
  }
}
