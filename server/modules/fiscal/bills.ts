import { randomUUID } from 'node:crypto'
import { lock, type Reader, type Tx } from '#server/db/index.ts'
import { findDevice, type PrinterRow } from '#server/modules/printing/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { FiscalReceipt } from '#shared/contracts/fiscal.ts'
import {
  type ConnectedBill,
  dueReceipts,
  type LeftMoney,
  leftMoney,
  type NewFiscalReceipt,
  unreceiptedMoney,
} from '#shared/domain/fiscal/bill-receipts.ts'
import { fiscalText } from '#shared/domain/fiscal/fiscal-text.ts'
import { dueOf } from '#shared/domain/payments/due.ts'
import * as repo from './repo.ts'

/*
 * Which fiscal receipts are due, and which money stands on none (docs/product/fiscal.md). Payments that were recorded
 * while receipts were on know whether all money of their bill stands on receipts: the others are found at once.
 */

interface ReceiptContext {
  /** Null if it is no user. */
  by: { username: string } | null
  now: Date
}

/**
 * Makes the fiscal receipts that are due now in the bills of these orders: all orders that their payments connect. A
 * bill's other orders are not locked, so its receipts are: of two payments that together settle it, the second sees the
 * first.
 */
export async function makeReceipts(tx: Tx, orderIds: readonly number[], { by, now }: ReceiptContext): Promise<void> {
  const isOn = async () => (await readSettings(tx)).fiscal
  if (!(await isOn()) && !(await repo.hasReceipts(tx, orderIds))) return
  await lock(tx, 'fiscal')
  // They may have been switched off while this waited.
  const makes = await isOn()
  for (const bill of await readBills(tx, orderIds)) {
    const made = makes ? dueReceipts(bill) : []
    const due = made.map((receipt) => ({ ...receipt, ...namesOn(receipt, bill) }))
    await addReceipts(tx, due, by?.username ?? '', now)
    const left = unreceiptedMoney({ ...bill, receipts: [...bill.receipts, ...made] })
    const marked = await repo.markReceipted(tx, bill.entryIds, left.length === 0)
    if (marked + left.length > 0) await announceArea(tx, 'fiscal')
  }
}

/** After lines of an order were taken off or cancelled, or it was reopened: its bill may have another receipt now. */
export async function remakeReceipts(
  tx: Tx,
  { id, paid }: { id: number; paid: number },
  withoutItems: readonly number[],
  context: ReceiptContext,
): Promise<void> {
  if (paid !== 0) await withdrawReceipts(tx, { orderIds: [id], itemIds: withoutItems }, context.now)
  await makeReceipts(tx, [id], context)
}

/** Reads the money that stands on no receipt, with none to come: of all bills, or of those of some orders. */
export async function readLeft(db: Reader, orderIds?: readonly number[]): Promise<LeftMoney[]> {
  const bills = await readBills(db, orderIds ?? (await repo.readUnreceipted(db)))
  return bills.flatMap((bill) => leftMoney(bill) ?? [])
}

/** To be called when orders were completed or reopened: their money may be on no receipt for good, or no longer so. */
export async function announceLeft(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (await repo.isUnreceipted(tx, orderIds)) await announceArea(tx, 'fiscal')
}

interface ReadBill extends ConnectedBill {
  entryIds: number[]
  /** The companies for which receipts are, by the payment. */
  taxNumbers: ReadonlyMap<number, string>
}

async function readBills(db: Reader, of: readonly number[]): Promise<ReadBill[]> {
  if (of.length === 0) return []
  const ids = await repo.readConnected(db, of)
  const [orders, lines, entries, receipts] = await Promise.all([
    repo.readPaidOrders(db, ids),
    repo.readSoldLines(db, ids),
    repo.readPaymentsOf(db, ids),
    repo.readReceiptsOf(db, ids),
  ])
  return connectedParts(ids, entries).map((part) => {
    const own = entries.filter((entry) => entry.orderIds.some((id) => part.has(id)))
    const payments = own.map((entry) => entryOfBill(entry, own))
    /** What an order has of the payments that were recorded while receipts were on, or off. */
    const sharesOf = (orderId: number, isOff: boolean) => {
      const meant = new Set(own.flatMap(({ id, isReceipted }) => ((isReceipted === null) === isOff ? id : [])))
      return own
        .filter(({ id, reversesId }) => meant.has(reversesId ?? id))
        .flatMap(({ shares }) => shares.flatMap((share) => (share.orderId === orderId ? share.amount : [])))
    }
    const counted = orders.filter(({ id, isTest }) => {
      const isOffAlone = sharesOf(id, true).length > 0 && sum(sharesOf(id, false)) === 0
      return part.has(id) && !isTest && !isOffAlone
    })
    return {
      orders: counted.map((order) => ({
        ...{ id: order.id, status: order.status, due: dueOf(order) },
        // A cancelled order has payments to give back, and no lines.
        lines: lines.filter(({ orderId, quantity }) => {
          return orderId === order.id && quantity > 0 && order.status !== 'cancelled'
        }),
      })),
      payments,
      receipts: receipts.filter(({ state, orderIds }) => state !== 'withdrawn' && orderIds.some((id) => part.has(id))),
      isFromBefore: counted.some(({ id }) => sharesOf(id, true).length > 0),
      entryIds: own.map(({ id }) => id),
      taxNumbers: new Map(own.flatMap(({ id, taxNumber }) => (taxNumber === null ? [] : [[id, taxNumber]]))),
    }
  })
}

function entryOfBill(
  { id, reversesId, methodId, methodKind, guestName, shares }: repo.EntryWithShares,
  own: readonly repo.EntryWithShares[],
) {
  if (methodId === null || methodKind === null) throw new Error('an entry of the till has no orders')
  const tips = own.map((entry) => (entry.id === id || entry.reversesId === id ? entry.tip : 0))
  const method = { id: methodId, kind: methodKind }
  return { id, reverses: reversesId, method, guestName, left: { tip: sum(tips) }, orders: shares }
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

/** The orders of each bill, by the orders that were paid together. */
function connectedParts(ids: readonly number[], entries: readonly { orderIds: number[] }[]): Set<number>[] {
  const partOf = new Map(ids.map((id) => [id, new Set([id])]))
  for (const { orderIds } of entries) {
    const part = new Set(orderIds.flatMap((id) => [...(partOf.get(id) ?? [id])]))
    for (const id of part) partOf.set(id, part)
  }
  return [...new Set(partOf.values())]
}

/** The orders of a receipt, and the company for which it is: of its payments the last one counts. */
function namesOn({ itemIds, paymentIds }: NewFiscalReceipt, { orders, payments, taxNumbers }: ReadBill) {
  const sold = orders.filter(({ lines }) => lines.some(({ id }) => itemIds.includes(id)))
  const paid = payments.filter(({ id }) => paymentIds.includes(id))
  const orderIds = [...sold.map(({ id }) => id), ...paid.flatMap((one) => one.orders.map(({ orderId }) => orderId))]
  const company = paid.findLast(({ id }) => taxNumbers.has(id))
  return { orderIds: [...new Set(orderIds)], taxNumber: taxNumbers.get(company?.id ?? 0) ?? null }
}

/** Whether a receipt can be printed by the device as it is set up now, and with which text. */
export function printable(receipt: FiscalReceipt, device: Pick<PrinterRow, 'profile'> | undefined) {
  if (!device?.profile) throw new Error('fiscal receipts are on without a device')
  const made = fiscalText(receipt, device.profile)
  return 'refused' in made
    ? { text: undefined, outcome: { state: 'refused' as const, code: made.refused, info: made.info } }
    : { text: made.text, outcome: { state: 'waiting' as const, code: null, info: made.info } }
}

interface DueReceipt extends NewFiscalReceipt {
  orderIds: number[]
  taxNumber: string | null
}

/** Adds receipts for the bridge; one that cannot be printed is refused at once. The receipts must be locked. */
async function addReceipts(tx: Tx, due: readonly DueReceipt[], by: string, now: Date): Promise<void> {
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
