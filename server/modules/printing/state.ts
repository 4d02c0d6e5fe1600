import type { FastifyRequest } from 'fastify'
import { type Database, inTransaction, type Reader } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { isRecent } from '#server/platform/clock.ts'
import { throttleTokens } from '#server/platform/limits/throttle.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { PrinterState } from '#shared/domain/printing/printers.ts'
import { findPrintersByToken, listUndecided, type PrinterRow, readPrinters, writeState } from './repo.ts'

/** A printer that asks by itself counts as offline after so long without asking. */
export const UNSEEN_AFTER_MS = 2.5 * 60_000

export function stateOf({ isActive, kind, seenAt, state }: PrinterRow, now: Date): PrinterState {
  if (!isActive) return 'off'
  const isUnseen = kind !== 'network' && (seenAt === null || now.getTime() - seenAt.getTime() > UNSEEN_AFTER_MS)
  return isUnseen ? 'offline' : state
}

/**
 * Records that what asks by itself has asked; most requests write nothing. Pages are told if it was in another state, or
 * silent.
 */
export async function noteHeard(
  db: Database,
  { id, kind, state: before, seenAt }: PrinterRow,
  { state, now, everyMs, silentMs }: { state: PrinterState; now: Date; everyMs: number; silentMs: number },
): Promise<void> {
  if (before === state && isRecent(seenAt, now, everyMs)) return
  await inTransaction(db, async (tx) => {
    if (!(await writeState(tx, id, state, now)) && isRecent(seenAt, now, silentMs)) return
    await announceArea(tx, 'printers')
    if (kind === 'fiscal') await announceArea(tx, 'fiscal')
  })
}

/** Reads the state of the active printers for the checks; undefined if there are none. */
export async function readPrinterFacts(db: Reader, now: Date) {
  const printers = (await readPrinters(db)).filter(({ isActive, kind }) => isActive && kind !== 'fiscal')
  if (printers.length === 0) return undefined
  const active = new Set(printers.map(({ id }) => id))
  const notReady = printers.filter((printer) => stateOf(printer, now) !== 'ready').map(({ name }) => name)
  // A printer without stations prints no kitchen tickets.
  const idle = printers
    .filter(({ documents, stations }) => documents.every((name) => name === 'kitchen' && stations.length === 0))
    .map(({ name }) => name)
  const undecided = (await listUndecided(db)).filter(({ printerId }) => active.has(printerId)).length
  return { notReady, idle, undecided }
}

export type DeviceOf = ReturnType<typeof devicesByToken>

/** Finds what asks by itself, with its token as the only proof. */
export function devicesByToken(db: Reader) {
  const printerOf = throttleTokens((hashes: string[]) => findPrintersByToken(db, hashes))
  /** @throws AppError `not_found`, also for a device of another kind */
  return async (kind: PrinterRow['kind'], request: FastifyRequest, token: string): Promise<PrinterRow> => {
    const printer = await printerOf(request, token)
    if (printer.kind !== kind) throw new AppError('not_found')
    return printer
  }
}
