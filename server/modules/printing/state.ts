import type { Reader } from '#server/db/index.ts'
import { isRecent } from '#server/platform/clock.ts'
import type { PrinterState } from '#shared/domain/printing/printers.ts'
import { findDevice, readOpenReceipts } from './fiscal/receipts-repo.ts'
import { listUndecided, type PrinterRow, readPrinters } from './repo.ts'

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

/** A bridge that has not asked for so long is told, unless it waits for an answer. */
const BRIDGE_UNSEEN_AFTER_MS = 60_000

export const isBridgeSeen = ({ seenAt }: Pick<PrinterRow, 'seenAt'>, now: Date) =>
  isRecent(seenAt, now, BRIDGE_UNSEEN_AFTER_MS)

/** Reads the state of the fiscal device for the checks; undefined without one. */
export async function readFiscalFacts(db: Reader, now: Date) {
  const device = await findDevice(db)
  if (!device?.profile) return undefined
  const open = await readOpenReceipts(db)
  const isSeen = isBridgeSeen(device, now) || open.some(({ state }) => state === 'handed')
  return { profile: device.profile, isSeen, open: open.length }
}
