import type { Database } from '#server/db/index.ts'
import { recountCustomer } from '#server/modules/customer-totals/index.ts'
import { addToSummary, customerFiguresOf } from '#server/modules/orders/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { Customer } from '#shared/contracts/customers.ts'
import { isVip } from '#shared/domain/customers/loyalty.ts'
import { mergedPerson } from '#shared/domain/customers/merge-people.ts'
import { withLockedCustomers } from '../lock.ts'
import { updateCustomer } from '../repo.ts'
import { customerById } from '../service.ts'
import { convertToRedirect, reassignOrders, redirectNumbers } from './merge-repo.ts'

/**
 * Merges a customer into another one who is the same person (docs/product/customers.md#customers-merge).
 * @param id the customer that disappears; later orders with its number belong to the other one
 * @param intoId the customer that stays
 * @returns the customer that stays
 * @throws AppError `same_customer`; `not_found` if one of them is not a customer (any more)
 */
export async function mergeCustomers(db: Database, id: number, intoId: number, now: Date): Promise<Customer> {
  if (id === intoId) throw new AppError('same_customer')
  return withLockedCustomers(db, [id, intoId], async (tx, { customers }) => {
    const source = customers.get(id)
    const target = customers.get(intoId)
    if (!source || !target) throw new AppError('not_found')
    await reassignOrders(tx, id, intoId)
    await updateCustomer(tx, intoId, mergedPerson(target, source), now)
    await redirectNumbers(tx, id, intoId)
    await convertToRedirect(tx, id, intoId, now)
    const { vips } = await recountCustomer(tx, intoId, (customerId) => customerFiguresOf(tx, customerId), now)
    await announceArea(tx, 'customers')
    const merged = await customerById(tx, intoId, now)
    await addToSummary(tx, { customers: -1, vips: vips - Number(isVip(source.orderCount)) })
    return merged
  })
}
