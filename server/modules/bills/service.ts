import { type Database, inTransaction } from '#server/db/index.ts'
import { findTableToOrderAt } from '#server/modules/occupancy/index.ts'
import { type BillPrint, noteBillPrint } from '#server/modules/orders/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Attempt, storedResponse, storeResponse } from '#server/platform/idempotency.ts'
import { type Bill, MAX_BILLED_ORDERS } from '#shared/contracts/bills.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { equalParts, guestTotals } from '#shared/domain/orders/bill.ts'
import { readBilled } from './repo.ts'

/**
 * Returns the bill of a table (docs/product/tables.md#tables-bill).
 * @param parts how many equal parts the response contains; undefined for none
 * @param since only orders placed since then
 * @throws AppError `table_not_found`; `mixed_currencies`, `bill_too_long`: each order then has its own bill
 */
export async function readBill(
  db: Database,
  tableId: number,
  parts: number | undefined,
  now: Date,
  since?: Date,
): Promise<Bill> {
  const [billed, settings] = await Promise.all([
    readBilled(db, tableId, MAX_BILLED_ORDERS + 1, since),
    readSettings(db),
  ])
  if (!billed) throw new AppError('table_not_found')
  const { table, orders, lines } = billed
  if (orders.length > MAX_BILLED_ORDERS) throw new AppError('bill_too_long')
  const [currency = settings.currency, ...others] = new Set(orders.map((order) => order.currency))
  if (others.length > 0) throw new AppError('mixed_currencies')
  const total = linesTotal(lines)
  return {
    at: now.toISOString(),
    tableNumber: table.number,
    tableLabel: table.label,
    orderIds: orders.map(({ id }) => id),
    currency,
    lines,
    guests: guestTotals(lines),
    total,
    ...(parts !== undefined && { parts: equalParts(total, parts) }),
  }
}

/**
 * Records with its orders that a bill was printed.
 * @returns the body of the response; the stored one if this attempt was answered before
 * @throws AppError `table_not_found`
 */
export function storeBillPrint(
  db: Database,
  { attempt, ...print }: BillPrint & { attempt: Attempt | undefined },
): Promise<string> {
  return inTransaction(db, async (tx, sendWithCommit) => {
    const stored = attempt && (await storedResponse(tx, attempt))
    if (stored !== undefined) return stored
    if (!(await findTableToOrderAt(tx, print.tableId))) throw new AppError('table_not_found')
    const response = JSON.stringify({ orderIds: await noteBillPrint(tx, print) })
    if (attempt) storeResponse(sendWithCommit, attempt, { response, orderId: null, now: print.now })
    return response
  })
}
