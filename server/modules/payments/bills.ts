import type { Database, Reader, Tx } from '#server/db/index.ts'
import { type EntryWithShares, readPaymentsOf } from '#server/modules/fiscal/index.ts'
import { findTableToOrderAt } from '#server/modules/occupancy/index.ts'
import { type BillPrint, noteBillPrint, reductionView } from '#server/modules/orders/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Bill, MAX_BILLED_ORDERS } from '#shared/contracts/bills.ts'
import type * as contract from '#shared/contracts/payments.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { equalParts, guestTotals } from '#shared/domain/orders/bill.ts'
import { guestDues } from '#shared/domain/payments/due.ts'
import { readBilled, readOrderIds } from './repo.ts'

/**
 * Returns the bill of a table (docs/product/tables.md#tables-bill).
 * @param parts how many equal parts the response contains; undefined for none
 * @param since only orders placed since then
 * @throws AppError `table_not_found`; `mixed_currencies`, `bill_too_long`: each order then has its own bill
 */
export async function readBill(db: Database, tableId: number, parts: number | undefined, now: Date, since?: Date) {
  const [billed, settings] = await Promise.all([
    readBilled(db, tableId, MAX_BILLED_ORDERS + 1, since),
    readSettings(db),
  ])
  if (!billed) throw new AppError('table_not_found')
  const { table, orders } = billed
  const lines = billed.lines.map((line) => ({ ...line, ...reductionView(line) }))
  if (orders.length > MAX_BILLED_ORDERS) throw new AppError('bill_too_long')
  const [currency = settings.currency, ...others] = new Set(orders.map((order) => order.currency))
  if (others.length > 0) throw new AppError('mixed_currencies')
  const total = linesTotal(lines)
  const guests = guestTotals(lines)
  return {
    ...{ at: now.toISOString(), tableNumber: table.number, tableLabel: table.label },
    orderIds: orders.map(({ id }) => id),
    ...{ currency, lines, guests, total },
    ...(parts !== undefined && { parts: equalParts(total, parts) }),
    ...(settings.payments && (await paidPart(db, orders, guests))),
  }
}

/** Returns how much of a bill was paid, and by whom. */
async function paidPart(
  db: Database,
  orders: readonly { id: number; total: number; paid: number }[],
  guests: Bill['guests'],
) {
  const ids = new Set(orders.map(({ id }) => id))
  const payments = ids.size > 0 ? await paymentsOf(db, [...ids]) : []
  const due = orders.reduce((sum, order) => sum + order.total - order.paid, 0)
  const shares = payments.flatMap(({ guestName, orders: shared }) =>
    shared.flatMap(({ orderId, amount }) => (ids.has(orderId) ? { guestName, amount } : [])),
  )
  const paid = orders.reduce((sum, order) => sum + order.paid, 0)
  return { paid, due, payments, guests: guestDues(guests, shares, due) }
}

export async function storeBillPrint(tx: Tx, print: BillPrint) {
  if (!(await findTableToOrderAt(tx, print.tableId))) throw new AppError('table_not_found')
  return { orderIds: await noteBillPrint(tx, print) }
}

/** Returns what is left of a payment after its reversals. @param entries all three kinds, among others */
export function leftOf({ id }: EntryWithShares, entries: readonly EntryWithShares[]): { amount: number; tip: number } {
  const own = entries.filter((entry) => entry.id === id || entry.reversesId === id)
  return { amount: own.reduce((sum, { amount }) => sum + amount, 0), tip: own.reduce((sum, { tip }) => sum + tip, 0) }
}

/** A payment, or what takes one back, as `paymentsOf` returns it; null if there is none. */
export async function paymentOf(db: Reader, id: number): Promise<contract.Payment | null> {
  const payments = await paymentsOf(db, await readOrderIds(db, id))
  return payments.find((payment) => payment.id === id) ?? null
}

export async function paymentsOf(db: Reader, orderIds: readonly number[]): Promise<contract.Payment[]> {
  const entries = await readPaymentsOf(db, orderIds)
  return entries.map((entry) => paymentView(entry, entries))
}

/** @param entries all of the same payment, among others */
function paymentView(entry: EntryWithShares, entries: readonly EntryWithShares[]): contract.Payment {
  const { id, at, username, reversesId, methodId, methodKind, methodName, methodNameRo, amount, tip } = entry
  const { rounding, tendered, guestName, reason, shares } = entry
  if (methodId === null || methodKind === null) throw new Error('an entry of the till has no orders')
  return {
    id,
    at: at.toISOString(),
    user: username,
    reverses: reversesId,
    method: { id: methodId, kind: methodKind, name: methodName ?? '', nameRo: methodNameRo ?? '' },
    ...{ amount, tip, rounding, tendered, guestName, reason },
    left: reversesId === null ? leftOf(entry, entries) : { amount: 0, tip: 0 },
    orders: shares,
  }
}
