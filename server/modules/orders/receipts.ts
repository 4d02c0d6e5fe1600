import type { Tx } from '#server/db/index.ts'
import { paymentView, readConnected, readPaymentsOf } from '#server/modules/payments/index.ts'
import { addReceipts, lockReceipts, receiptedIn, withdrawReceipts } from '#server/modules/printing/index.ts'
import { type ReadSettings, readSettings } from '#server/modules/settings/index.ts'
import { dueReceipts } from '#shared/domain/fiscal/bill-receipts.ts'
import { dueOf } from '#shared/domain/payments/due.ts'
import { type OrderRow, ordersByIds, readOrderLines } from './repo.ts'

interface ReceiptContext {
  /** Null if it is no user. */
  by: { username: string } | null
  now: Date
}

/**
 * Makes the fiscal receipts that are due now in the bill of these orders: all orders that their payments connect, those
 * left out that were paid in part before receipts were made. The bill's other orders are not locked, so its receipts
 * are: of two payments that together settle it, the second sees the first.
 */
export async function makeReceipts(
  tx: Tx,
  orderIds: readonly number[],
  { fiscal, fiscalAfter }: ReadSettings,
  { by, now }: ReceiptContext,
): Promise<void> {
  if (!fiscal) return
  await lockReceipts(tx)
  const ids = await readConnected(tx, orderIds)
  const [found, lines, entries, receipted] = await Promise.all([
    ordersByIds(tx, ids),
    readOrderLines(tx, ids),
    readPaymentsOf(tx, ids),
    receiptedIn(tx, ids),
  ])
  const isFromBefore = (orderId: number) =>
    entries.some((entry) => entry.id <= fiscalAfter && entry.shares.some((share) => share.orderId === orderId))
  const orders = found.filter(({ id, isTest }) => !isTest && !isFromBefore(id)).sort((a, b) => a.id - b.id)
  // A cancelled order has payments to give back, and no lines.
  const sold = orders.map(({ id, status }) => ({
    id,
    lines: lines.filter((line) => line.orderId === id && line.quantity > 0 && status !== 'cancelled'),
  }))
  const due = orders.reduce((sum, order) => sum + dueOf(order), 0)
  const payments = entries.map((entry) => paymentView(entry, entries))
  const orderOf = new Map(lines.map((line) => [line.id, line.orderId]))
  const receipts = dueReceipts({ orders: sold, payments, due, receipted }).map((receipt) => {
    const paid = entries.filter(({ id }) => receipt.paymentIds.includes(id))
    const paidOrders = paid.flatMap(({ shares }) => shares.map((share) => share.orderId))
    const taxNumber = paid.findLast((entry) => entry.taxNumber !== null)?.taxNumber ?? null
    const ofLines = receipt.itemIds.flatMap((id) => orderOf.get(id) ?? [])
    return { ...receipt, orderIds: [...new Set([...ofLines, ...paidOrders])], taxNumber }
  })
  await addReceipts(tx, receipts, by?.username ?? '', now)
}

/** After lines of an order were taken off or cancelled, or it was reopened: its bill may have another receipt now. */
export async function remakeReceipts(
  tx: Tx,
  { id, paid }: OrderRow,
  withoutItems: readonly number[],
  context: ReceiptContext,
): Promise<void> {
  if (paid !== 0) await withdrawReceipts(tx, { orderIds: [id], itemIds: withoutItems }, context.now)
  await makeReceipts(tx, [id], await readSettings(tx), context)
}
