import { type Database, inTransaction } from '#server/db/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import { tokenHash } from '#server/platform/token.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import type { pollForJob } from '#shared/contracts/printers.ts'
import { heightOf } from '#shared/domain/printing/columns.ts'
import type { PrinterState } from '#shared/domain/printing/printers.ts'
import { encodeForStar, paperOf, starType } from './documents.ts'
import { beginJob, endJob, markInterrupted } from './jobs.ts'
import { PRINTER_TIMEOUTS } from './line.ts'
import type { JobRow, PrinterRow } from './repo.ts'
import * as repo from './repo.ts'

/*
 * Star CloudPRNT: a printer asks every few seconds (POST), fetches what it is to print (GET), and says how that ended
 * (DELETE). Each of these may be repeated, and each answer may be lost (docs/decisions/059-print-jobs.md).
 */

/** How long after it was fetched a job is given up, if its printer does not say that it is busy with it. */
const GIVEN_UP_AFTER_MS = 20_000
/** A printer that asks is noted so often. */
const NOTED_EVERY_MS = 60_000

/** The state that a status code means: three digits, and words after them. */
export function stateOfCode(statusCode = ''): PrinterState {
  const code = statusCode.slice(0, 3)
  if (code.startsWith('2')) return 'ready'
  if (code === '420') return 'cover'
  return code === '410' || code === '411' ? 'paper' : 'offline'
}

interface StarParts {
  db: Database
  clock: Clock
  timeZone: string
}

export function createStarPrinters({ db, clock, timeZone }: StarParts) {
  /** When each printer said last that it is busy or stopped, or when what it fetched may be out: it is not given up before. */
  const busyAt = new Map<number, Date>()
  /** What is known of each printer since it asked last, so that asking writes nothing. */
  const known = new Map<number, { state: PrinterState; notedAt: number }>()

  async function printerOf(token: string): Promise<PrinterRow> {
    return required(await repo.findPrinterByToken(db, tokenHash(token)))
  }

  async function note({ id }: PrinterRow, state: PrinterState): Promise<void> {
    const now = clock.now()
    const last = known.get(id)
    if (last?.state === state && Math.abs(now.getTime() - last.notedAt) < NOTED_EVERY_MS) return
    known.set(id, { state, notedAt: now.getTime() })
    await inTransaction(db, async (tx) => {
      if (await repo.writeState(tx, id, state, now)) await announceArea(tx, 'printers')
    })
  }

  /** The job that the printer means; without a token, as of older printers, the one that it has fetched. */
  async function jobOf(printer: PrinterRow, jobToken: string | undefined): Promise<JobRow | undefined> {
    if (jobToken === undefined) return repo.findSending(db, printer.id)
    const job = /^\d{1,15}$/.test(jobToken) ? await repo.findJob(db, Number(jobToken)) : undefined
    return job?.printerId === printer.id ? job : undefined
  }

  return {
    async poll(token: string, { statusCode, printingInProgress }: Received<typeof pollForJob>['body']) {
      const printer = await printerOf(token)
      const state = stateOfCode(statusCode)
      await note(printer, state)
      if (printingInProgress || state !== 'ready') {
        busyAt.set(printer.id, clock.now())
        return undefined
      }
      if (!printer.isActive || (await repo.findSending(db, printer.id))) return undefined
      const job = await repo.findNextJob(db, printer.id, clock.now())
      return job && { jobToken: String(job.id), type: starType(printer) }
    },

    /** @throws AppError `not_found` */
    async fetch(token: string, jobToken: string | undefined) {
      const printer = await printerOf(token)
      const now = clock.now()
      const wanted =
        (await jobOf(printer, jobToken)) ?? (jobToken === undefined && (await repo.findNextJob(db, printer.id, now)))
      if (!wanted || !printer.isActive) throw new AppError('not_found')
      // Fetched again: the answer was lost on its way, else the printer would say how printing ended.
      const job = required(wanted.state === 'sending' ? wanted : await beginJob(db, wanted, now))
      try {
        const rows = await paperOf(job, printer, { db, timeZone, now })
        const printsMs = heightOf(rows ?? []) * PRINTER_TIMEOUTS.line
        busyAt.set(printer.id, new Date(now.getTime() + Math.max(0, printsMs - GIVEN_UP_AFTER_MS)))
        if (rows) return { type: starType(printer), document: await encodeForStar(rows, printer) }
      } catch (error) {
        await endJob(db, job, printer, 'failed', now)
        throw error
      }
      await endJob(db, job, printer, 'failed', now)
      throw new AppError('not_found')
    },

    async confirm(token: string, jobToken: string | undefined, code: string | undefined) {
      const printer = await printerOf(token)
      const job = await jobOf(printer, jobToken)
      if (job) await endJob(db, job, printer, stateOfCode(code) === 'ready' ? 'printed' : 'failed', clock.now())
    },

    /** Gives up what was fetched and is not being printed. */
    async sweep() {
      const now = clock.now().getTime()
      for (const { printerId, changedAt } of await repo.listSendingOfStar(db)) {
        const since = Math.max(changedAt?.getTime() ?? 0, busyAt.get(printerId)?.getTime() ?? 0)
        if (now - since > GIVEN_UP_AFTER_MS) await markInterrupted(db, printerId, clock.now())
      }
    },
  }
}
