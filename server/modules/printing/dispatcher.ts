import { type Database, inTransaction } from '#server/db/index.ts'
import { type Clock, createWorkScheduler, type WorkScheduler } from '#server/platform/clock.ts'
import { coalesce, repeatedly } from '#server/platform/limits/concurrency.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import { atMostOnceASecond } from '#server/platform/live/watchers.ts'
import type { Log } from '#server/platform/log.ts'
import { type Outside, resolveAllowed } from '#server/platform/outside.ts'
import { newToken } from '#server/platform/token.ts'
import { heightOf } from '#shared/domain/printing/columns.ts'
import type { PrinterState } from '#shared/domain/printing/printers.ts'
import { paperOf } from './documents.ts'
import { beginJob, endJob, markInterrupted, type Outcome, sweepJobs } from './jobs.ts'
import { PrinterLine, type PrinterTimeouts } from './line.ts'
import { escPos, REST_OF_PICTURE } from './paper/esc-pos.ts'
import type { JobRow, PrinterRow } from './repo.ts'
import * as repo from './repo.ts'

export interface Printing {
  /** Whether printers may have this machine's own addresses. */
  onLoopback: boolean
  timeouts: PrinterTimeouts
}

export interface WorkerParts extends Printing {
  db: Database
  clock: Clock
  log: Log
  outside: Outside
  timeZone: string
  /** A random name of this instance. */
  instance: string
  /** Aborted when the server closes. */
  closing: AbortSignal
}

/** If an instance is silent for so long, another one takes over its printers. */
const LEASE_MS = 15_000
const RENEW_MS = 5_000
/** The delays after consecutive failures; the last is repeated. */
const RETRY_AFTER_MS = [1_000, 2_000, 5_000, 10_000, 30_000]
const WRITE_ATTEMPTS = 20

/**
 * Returns the work of one printer on the network: sends what is due over one connection, or reads the printer's state.
 * It returns when to try again; undefined if the printer is in order, or if another instance talks to it.
 */
function createPrinterWork(id: number, parts: WorkerParts): () => Promise<Date | undefined> {
  const { db, clock, instance, closing } = parts
  let failures = 0
  const lease = () => repo.takeLease(db, id, instance, clock.now(), LEASE_MS)

  return async () => {
    const printer = await lease()
    if (!printer) return undefined
    const renewing = setInterval(() => void lease().catch(() => {}), RENEW_MS)
    try {
      // Only this instance talks to the printer, so a job that was being sent to it was interrupted.
      await markInterrupted(db, id, clock.now())
      const isInOrder = await printDue(printer, parts)
      failures = isInOrder ? 0 : failures + 1
      const delay = RETRY_AFTER_MS[failures - 1] ?? RETRY_AFTER_MS.at(-1) ?? 0
      return isInOrder || closing.aborted ? undefined : new Date(clock.now().getTime() + delay)
    } finally {
      clearInterval(renewing)
      await repo.releaseLease(db, id, instance)
    }
  }
}

/** Prints what is due. @returns false if the printer is not in order */
async function printDue(printer: PrinterRow, parts: WorkerParts): Promise<boolean> {
  const { db, clock, timeouts, closing } = parts
  const ip = await resolveAllowed(printer.address ?? '', parts.onLoopback)
  const line = ip === undefined ? undefined : await PrinterLine.open(ip, printer.port, timeouts)
  if (!line) {
    await noteState(parts, printer.id, 'offline')
    return false
  }
  try {
    while (!closing.aborted) {
      const state = printer.answers ? await line.status() : 'ready'
      await noteState(parts, printer.id, state)
      // A device that does not identify itself as a printer gets only a test page, if an owner sends one.
      const isTest = state === 'silent'
      if (state !== 'ready' && !isTest) return false
      const next = await repo.findNextJob(db, printer.id, clock.now(), isTest)
      if (!next) return !isTest
      // A printer that still waits for the rest of a picture would take this document for it, and then confirm it.
      const isCutOff = !isTest && (await repo.mayBeCutOff(db, printer.id))
      if (isCutOff && !(await line.send(REST_OF_PICTURE))) return false
      const job = await beginJob(db, next, clock.now())
      if (!job) continue
      const outcome = await printJob(job, { printer, line, isAsked: !isTest && printer.answers }, parts)
      // An outcome that is not recorded would count as unknown, and a person would be asked without need.
      await repeatedly(WRITE_ATTEMPTS, closing, () => endJob(db, job, printer, outcome, clock.now()))
      if (isTest || outcome === 'unconfirmed') return false
    }
    return true
  } finally {
    await line.close()
  }
}

async function printJob(
  job: JobRow,
  { printer, line, isAsked }: { printer: PrinterRow; line: PrinterLine; isAsked: boolean },
  parts: WorkerParts,
): Promise<Outcome> {
  const draw = async () => {
    const rows = await paperOf(job, printer, { ...parts, now: parts.clock.now() })
    return rows && { bytes: await escPos(rows, printer), lines: heightOf(rows) }
  }
  const document = await draw().catch((error: unknown) => {
    parts.log.warn({ err: error, job: job.id }, 'a document could not be drawn')
  })
  if (!document) return 'failed'
  // The printer has left since it was asked: nothing was sent, so the document waits for it.
  if (line.isClosed) return 'queued'
  if (!isAsked) return (await line.send(document.bytes)) ? 'sent' : 'unconfirmed'
  const onState = (state: PrinterState) => void noteState(parts, printer.id, state).catch(() => {})
  return (await line.print(document, onState, parts.closing)) ? 'printed' : 'unconfirmed'
}

function noteState({ db }: WorkerParts, id: number, state: PrinterState): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (await repo.writeState(tx, id, state)) await announceArea(tx, 'printers')
  })
}

/** Runs one worker for each printer on the network, and wakes it. */
export function createDispatcher(parts: Omit<WorkerParts, 'instance' | 'closing'>) {
  const { db, clock, log } = parts
  const closing = new AbortController()
  const workerParts = { ...parts, instance: newToken(), closing: closing.signal }
  const workers = new Map<number, WorkScheduler>()
  /** Whether there is any printer, including those that ask by themselves. */
  let hasPrinters = false
  let sweptAt = clock.now()

  // Lists are read one after another: an older list, read more slowly, must not remove the worker of a new printer.
  const reload = coalesce(async () => {
    const printers = await repo.readPrinters(db)
    hasPrinters = printers.length > 0
    const connected = printers.filter(({ kind, isActive }) => kind === 'network' && isActive)
    for (const { id } of connected)
      if (!workers.has(id) && !closing.signal.aborted)
        workers.set(id, createWorkScheduler(parts, 'a printer’s work failed', createPrinterWork(id, workerParts)))
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
    /** Reads the list of printers. */
    reload,
    /** Printers or their jobs have changed: each starts at once. */
    printersChanged() {
      const wakeAll = () => {
        for (const worker of workers.values()) worker.wake()
      }
      reload().then(wakeAll, failed)
    },
    /** An order may have tickets for printers. Without printers, this costs nothing. */
    mayHaveWork() {
      if (hasPrinters) dispatched.notify('work')
    },
    /** Finds work that was not announced, and hands over late jobs. */
    async sweep() {
      if (!hasPrinters) return
      await dispatch()
      const now = clock.now()
      await sweepJobs(db, now, sweptAt)
      sweptAt = now
    },
    /** Asks each printer for its state. */
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
