import type { Tx } from '#server/db/index.ts'
import { ordersByIds, readOrderLines } from '#server/modules/orders/index.ts'
import { addReceipts, lockReceipts, receiptedIn } from '#server/modules/printing/index.ts'
import type { ReadSettings } from '#server/modules/settings/index.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { dueReceipts } from '#shared/domain/fiscal/bill-receipts.ts'
import { dueOf } from '#shared/domain/payments/due.ts'
import { readConnected, readTaxNumbers } from './repo.ts'
import { paymentsOf } from './view.ts'

/**
 * Makes the fiscal receipts that are due now in the bill of these orders: all orders that their payments connect, those
 * left out that were paid in part before receipts were made. The bill's other orders are not locked, so its receipts
 * are: of two payments that together settle it, the second sees the first.
 */
export async function makeReceipts(
  tx: Tx,
  orderIds: readonly number[],
  { fiscal, fiscalAfter }: ReadSettings,
  { by, now }: { by: Viewer; now: Date },
): Promise<void> {
  if (!fiscal) return
  await lockReceipts(tx)
  const ids = await readConnected(tx, orderIds)
  const [found, lines, payments, receipted] = await Promise.all([
    ordersByIds(tx, ids),
    readOrderLines(tx, ids),
    paymentsOf(tx, ids),
    receiptedIn(tx, ids),
  ])
  const isFromBefore = (orderId: number) =>
    payments.some((entry) => entry.id <= fiscalAfter && entry.orders.some((share) => share.orderId === orderId))
  const orders = found.filter(({ id, isTest }) => !isTest && !isFromBefore(id)).sort((a, b) => a.id - b.id)
  // A cancelled order has payments to give back, and no lines.
  const sold = orders.map(({ id, status }) => ({
    id,
    lines: lines.filter((line) => line.orderId === id && line.quantity > 0 && status !== 'cancelled'),
  }))
  const due = orders.reduce((sum, order) => sum + dueOf(order), 0)
  const made = dueReceipts({ orders: sold, payments, due, receipted })
  const taxNumbers = await readTaxNumbers(
    tx,
    made.flatMap(({ paymentIds }) => paymentIds),
  )
  const orderOf = new Map(lines.map((line) => [line.id, line.orderId]))
  const receipts = made.map((receipt) => {
    const paid = payments.filter(({ id }) => receipt.paymentIds.includes(id))
    const paidOrders = paid.flatMap((payment) => payment.orders.map((share) => share.orderId))
    const orderIdsOf = new Set([...receipt.itemIds.flatMap((id) => orderOf.get(id) ?? []), ...paidOrders])
    const taxNumber = taxNumbers.findLast(({ id }) => receipt.paymentIds.includes(id))?.taxNumber ?? null
    return { ...receipt, orderIds: [...orderIdsOf], taxNumber }
  })
  await addReceipts(tx, receipts, by.username, now)
}
