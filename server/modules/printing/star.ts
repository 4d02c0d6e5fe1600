import type { Database } from '#server/db/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import { isRecent, type SteadyClock } from '#server/platform/clock.ts'
import type { Outside } from '#server/platform/outside.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import type { pollForJob } from '#shared/contracts/printers.ts'
import { heightOf } from '#shared/domain/printing/columns.ts'
import type { PrinterState } from '#shared/domain/printing/printers.ts'
import { encodeForStar, paperOf, starType } from './documents.ts'
import { beginJob, endJob, markInterrupted } from './jobs.ts'
import { PRINTER_TIMEOUTS } from './line.ts'
import type { JobRow, PrinterRow } from './repo.ts'
import * as repo from './repo.ts'
import { noteHeard, UNSEEN_AFTER_MS } from './state.ts'

/*
 * Star CloudPRNT: a printer asks every few seconds (POST), fetches its next document (GET), and reports the outcome
 * (DELETE). Each request may be repeated, and each response may be lost (docs/decisions/059-print-jobs.md).
 */

/** A fetched job is given up after so long, unless its printer reports that it is busy with it. */
const GIVEN_UP_AFTER_MS = 20_000
/** The time of the last request is recorded at this interval. */
const NOTED_EVERY_MS = 60_000

/** Returns the state that a status code means: three digits, followed by words. */
export function stateOfCode(statusCode = ''): PrinterState {
  const code = statusCode.slice(0, 3)
  if (code.startsWith('2')) return 'ready'
  if (code === '420') return 'cover'
  return code === '410' || code === '411' ? 'paper' : 'offline'
}

interface StarParts {
  db: Database
  clock: SteadyClock
  outside: Outside
  timeZone: string
}

export function createStarPrinters({ db, clock, outside, timeZone }: StarParts) {
  /** When each printer last reported that it is busy or stopped, by `elapsedMs`: its job is not given up soon afterwards. */
  const busyAt = new Map<number, number>()
  /** The printers that ask this instance. */
  const asking = new Set<number>()
  /** When each fetched job was fetched here, or first found. */
  const foundAt = new Map<number, number>()

  /** Finds the job that the printer means; older printers send no token, and mean the one that they have fetched. */
  async function jobOf(printer: PrinterRow, jobToken: string | undefined): Promise<JobRow | undefined> {
    if (jobToken === undefined) return repo.findSending(db, printer.id)
    const job = /^\d{1,15}$/.test(jobToken) ? await repo.findJob(db, Number(jobToken)) : undefined
    return job?.printerId === printer.id ? job : undefined
  }

  return {
    async poll(printer: PrinterRow, { statusCode, printingInProgress }: Received<typeof pollForJob>['body']) {
      const state = stateOfCode(statusCode)
      asking.add(printer.id)
      await noteHeard(db, printer, { state, now: clock.now(), everyMs: NOTED_EVERY_MS, silentMs: UNSEEN_AFTER_MS })
      if (printingInProgress || state !== 'ready') {
        busyAt.set(printer.id, clock.elapsedMs())
        return undefined
      }
      if (!printer.isActive || !(await outside.isOpen()) || (await repo.findSending(db, printer.id))) return undefined
      const job = await repo.findNextJob(db, printer.id, clock.now())
      return job && { jobToken: String(job.id), type: starType(printer) }
    },

    async fetch(printer: PrinterRow, jobToken: string | undefined) {
      const now = clock.now()
      const wanted =
        (await jobOf(printer, jobToken)) ?? (jobToken === undefined && (await repo.findNextJob(db, printer.id, now)))
      if (!wanted || !printer.isActive || !(await outside.isOpen())) throw new AppError('not_found')
      // The job is fetched again, so the response was lost; otherwise the printer would report the outcome.
      const job = required(wanted.state === 'sending' ? wanted : await beginJob(db, wanted, now))
      asking.add(printer.id)
      foundAt.set(job.id, clock.elapsedMs())
      try {
        const rows = await paperOf(job, printer, { db, timeZone, now })
        const printsMs = heightOf(rows ?? []) * PRINTER_TIMEOUTS.line
        busyAt.set(printer.id, clock.elapsedMs() + Math.max(0, printsMs - GIVEN_UP_AFTER_MS))
        if (rows) return { type: starType(printer), document: await encodeForStar(rows, printer) }
      } catch (error) {
        await endJob(db, job, printer, 'failed', now)
        throw error
      }
      await endJob(db, job, printer, 'failed', now)
      throw new AppError('not_found')
    },

    async confirm(printer: PrinterRow, jobToken: string | undefined, code: string | undefined) {
      const job = await jobOf(printer, jobToken)
      if (job) await endJob(db, job, printer, stateOfCode(code) === 'ready' ? 'printed' : 'failed', clock.now())
    },

    /** Gives up jobs that were fetched and are not being printed. */
    async sweep() {
      const now = clock.elapsedMs()
      const sending = await repo.listSendingOfStar(db)
      for (const { id, printerId, seenAt } of sending) {
        // While the printer asks another instance, only that one knows whether it is busy.
        if (!asking.has(printerId) && isRecent(seenAt, clock.now(), UNSEEN_AFTER_MS)) continue
        if (!foundAt.has(id)) foundAt.set(id, now)
        const lastHeard = Math.max(foundAt.get(id) ?? now, busyAt.get(printerId) ?? 0)
        if (now - lastHeard > GIVEN_UP_AFTER_MS) await markInterrupted(db, printerId, clock.now())
      }
      for (const [id, at] of foundAt) if (at < now && !sending.some((job) => job.id === id)) foundAt.delete(id)
    },
  }
}
