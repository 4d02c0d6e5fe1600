import type { FastifyRequest } from 'fastify'
import type { Reader } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { throttleTokens } from '#server/platform/limits/throttle.ts'
import type { PrinterState } from '#shared/domain/printing/printers.ts'
import { findPrintersByToken, listUndecided, type PrinterRow, readPrinters } from './repo.ts'

/** A printer that asks by itself counts as offline after so long without asking. */
export const UNSEEN_AFTER_MS = 2.5 * 60_000

export function stateOf({ isActive, kind, seenAt, state }: PrinterRow, now: Date): PrinterState {
  if (!isActive) return 'off'
  const isUnseen = kind !== 'network' && (seenAt === null || now.getTime() - seenAt.getTime() > UNSEEN_AFTER_MS)
  return isUnseen ? 'offline' : state
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
