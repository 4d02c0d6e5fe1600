import { type Database, inLocked, inTransaction, lock, type Reader, type Tx } from '#server/db/index.ts'
import { findDevice, noteHeard, type PrinterRow } from '#server/modules/printing/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { required } from '#server/platform/app-error.ts'
import { type Clock, isRecent } from '#server/platform/clock.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Outside } from '#server/platform/outside.ts'
import type { FiscalState } from '#shared/contracts/fiscal.ts'
import { readFiscalAnswer, Z_REPORT } from '#shared/domain/fiscal/fiscal-text.ts'
import { printable } from './bills.ts'
import type { ReceiptRow } from './repo.ts'
import * as repo from './repo.ts'

/*
 * The bridge of a fiscal device asks for the next receipt, and later tells the driver's answer. Each request may be
 * repeated, and each response may be lost: then nobody knows whether the receipt was printed, and a person decides
 * (docs/decisions/063-fiscal-receipts.md).
 */

/** Without an answer, a receipt that was handed over is unclear after so long. */
const ANSWER_WITHIN_MS = 120_000
/** A receipt that waited for longer may have been keyed in by somebody: a person decides. */
const HANDED_WITHIN_MS = 10 * 60_000
/** The time of the last request is recorded at this interval. */
const NOTED_EVERY_MS = 10_000
/** A bridge that has not asked for so long is told, unless it waits for an answer. */
const UNSEEN_AFTER_MS = 60_000

/** Reads the state of the fiscal device for the checks; undefined without one. */
export async function readFiscalFacts(db: Reader, now: Date) {
  const device = await findDevice(db)
  if (!device?.profile) return undefined
  const open = await repo.readOpenReceipts(db)
  const isSeen = isRecent(device.seenAt, now, UNSEEN_AFTER_MS) || open.some(({ state }) => state === 'handed')
  return { profile: device.profile, isSeen, open: open.length }
}

/** What becomes by itself of a receipt that was handed over, or waits, for too long; undefined in time. */
function overdue({ state, changedAt }: ReceiptRow, now: Date): Partial<ReceiptRow> | undefined {
  if (state === 'handed' && !isRecent(changedAt, now, ANSWER_WITHIN_MS)) return { state: 'unclear', changedAt: now }
  if (state !== 'waiting' || isRecent(changedAt, now, HANDED_WITHIN_MS)) return undefined
  return { state: 'refused', code: 'late', info: null, changedAt: now }
}

/** Ends what is overdue, and reads what then is open. Locks the receipts. */
async function readUnderWay(tx: Tx, now: Date): Promise<ReceiptRow[]> {
  await lock(tx, 'fiscal')
  const open = await repo.readOpenReceipts(tx)
  const over = open.filter((receipt) => overdue(receipt, now))
  for (const receipt of over) await repo.updateReceipt(tx, receipt.id, overdue(receipt, now) ?? {})
  if (over.length > 0) await announceArea(tx, 'fiscal')
  return open.filter((receipt) => !over.includes(receipt))
}

type Answer = ReturnType<typeof readFiscalAnswer>

/** Returns what an answer changes; undefined if nothing. @param name the one under which it was handed over */
function changeByAnswer(receipt: ReceiptRow, name: string, answer: Answer, now: Date): Partial<ReceiptRow> | undefined {
  const { state, number, decidedBy, lateAnswer: known } = receipt
  const { state: said, ...words } = answer
  // What was left out of the text still is, whatever the driver says of it.
  const leftOut = said !== 'refused' && receipt.info === 'without_tax_number' ? receipt.info : null
  const told = { ...words, info: words.info ?? leftOut }
  const settled: Partial<ReceiptRow> = { state: said, ...told, changedAt: now }
  const isLast = receipt.names.at(-1) === name
  if (said === 'printed') {
    // Waiting to be sent again, it is not handed over any more.
    if (state === 'waiting' || (isLast && repo.OPEN_RECEIPT.includes(state))) return settled
    if (isLast && state === 'printed') return number === null ? told : undefined
    return known?.state === said && known.number === words.number ? undefined : besides(said)
  }
  if (!isLast) return undefined
  if (state === 'handed' || (state === 'unclear' && said === 'refused')) return settled
  // A person has said that it was printed.
  const isContradicted = said === 'refused' && state === 'printed' && decidedBy !== null && number === null
  return isContradicted && known === null ? besides(said) : undefined

  function besides(late: 'printed' | 'refused'): Partial<ReceiptRow> {
    return { lateAnswer: { ...words, state: late, at: now.toISOString() } }
  }
}

export function createBridge({ db, clock, outside }: { db: Database; clock: Clock; outside: Outside }) {
  const note = (device: PrinterRow) =>
    noteHeard(db, device, { state: 'ready', now: clock.now(), everyMs: NOTED_EVERY_MS, silentMs: UNSEEN_AFTER_MS })

  const isAnyIn = async (states: FiscalState[]) =>
    (await repo.readOpenReceipts(db)).some(({ state }) => states.includes(state))

  return {
    /**
     * Takes the next receipt; it counts as handed over before the bridge has it.
     * @param isGone whether the bridge has closed its connection: a receipt would be handed over to nobody
     */
    async next(device: PrinterRow, isGone = () => false): Promise<{ name: string; text: string } | undefined> {
      await note(device)
      if (!device.isActive || !(await outside.isOpen()) || !(await isAnyIn(['waiting']))) return undefined
      return inTransaction(db, async (tx) => {
        const now = clock.now()
        const open = await readUnderWay(tx, now)
        if (!(await readSettings(tx)).fiscal || isGone()) return undefined
        if (open.some(({ state }) => state === 'handed')) return undefined
        for (const receipt of open.filter(({ state }) => state === 'waiting')) {
          const { id, kind, name, names } = receipt
          // The device may have been set up otherwise since the receipt was made.
          const { text, outcome } = kind === 'z' ? { text: Z_REPORT, outcome: {} } : printable(receipt, device)
          const taken = text !== undefined && { state: 'handed' as const, names: [...names, name] }
          await repo.updateReceipt(tx, id, { ...outcome, ...taken, changedAt: now })
          await announceArea(tx, 'fiscal')
          if (text !== undefined) return { name, text }
        }
        return undefined
      })
    },

    /** Records an answer, which may come again, late, or after a decision. */
    async answer(device: PrinterRow, name: string, text: string): Promise<void> {
      await note(device)
      // Half of a letter cannot be stored.
      const answer = readFiscalAnswer(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
      await inLocked(db, 'fiscal', async (tx) => {
        const receipt = required(await repo.findHanded(tx, name))
        const change = changeByAnswer(receipt, name, answer, clock.now())
        if (!change) return
        await repo.updateReceipt(tx, receipt.id, change)
        await announceArea(tx, 'fiscal')
      })
    },

    /** Ends what is overdue. */
    async sweep() {
      if (await isAnyIn(['waiting', 'handed'])) await inTransaction(db, (tx) => readUnderWay(tx, clock.now()))
    },
  }
}
