import { randomUUID } from 'node:crypto'
import { lock, type Tx } from '#server/db/index.ts'
import { findDevice, type PrinterRow } from '#server/modules/printing/index.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { FiscalReceipt } from '#shared/contracts/fiscal.ts'
import type { NewFiscalReceipt } from '#shared/domain/fiscal/bill-receipts.ts'
import { fiscalText } from '#shared/domain/fiscal/fiscal-text.ts'
import * as repo from './repo.ts'

/** Whether a receipt can be printed by the device as it is set up now, and with which text. */
export function printable(receipt: FiscalReceipt, device: Pick<PrinterRow, 'profile'> | undefined) {
  if (!device?.profile) throw new Error('fiscal receipts are on without a device')
  const made = fiscalText(receipt, device.profile)
  return 'refused' in made
    ? { text: undefined, outcome: { state: 'refused' as const, code: made.refused, info: made.info } }
    : { text: made.text, outcome: { state: 'waiting' as const, code: null, info: made.info } }
}

export interface DueReceipt extends NewFiscalReceipt {
  orderIds: number[]
  taxNumber: string | null
}

/** Adds receipts for the bridge; one that cannot be printed is refused at once. The receipts must be locked. */
export async function addReceipts(tx: Tx, due: readonly DueReceipt[], by: string, now: Date): Promise<void> {
  if (due.length === 0) return
  const device = await findDevice(tx)
  const rows = due.map((receipt) => {
    const { outcome } = printable(receipt, device)
    const ids = { itemIds: [...receipt.itemIds], paymentIds: [...receipt.paymentIds] }
    return { ...receipt, ...ids, ...outcome, kind: 'receipt' as const, name: randomUUID(), at: now, changedAt: now, by }
  })
  await repo.insertReceipts(tx, rows)
  await announceArea(tx, 'fiscal')
}

/**
 * Withdraws the receipts of what was taken back, if they were not handed over or were refused. The others stay: somebody
 * has to correct them at the device.
 */
export async function withdrawReceipts(tx: Tx, taken: repo.TakenBack, now: Date): Promise<void> {
  await lock(tx, 'fiscal')
  if ((await repo.takeBack(tx, taken, now)) > 0) await announceArea(tx, 'fiscal')
}
