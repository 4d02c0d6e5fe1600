import type { Database } from '#server/db/index.ts'
import { recountCustomer } from '#server/modules/customer-totals/index.ts'
import { addToSummary, customerFiguresOf } from '#server/modules/orders/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { Customer } from '#shared/contracts/customers.ts'
import { isVip } from '#shared/domain/loyalty.ts'
import { mergedPerson } from '#shared/domain/merge-people.ts'
import { withLockedCustomers } from '../lock.ts'
import { customerById } from '../read.ts'
import { updateCustomer } from '../repo.ts'
import { emptyMerged, giveOrders, leadNumbers } from './merge-repo.ts'

/**
 * Merges a customer into another one, who is the same person (docs/product.md#customers-merge).
 * @param id who goes: the number leads to the other one from now on
 * @param intoId who stays
 * @throws AppError `same_customer`, or `not_found` if one of them is not a customer (any more)
 */
export async function mergeInto(db: Database, id: number, intoId: number, now: Date): Promise<Customer> {
  if (id === intoId) throw new AppError('same_customer')
  return withLockedCustomers(db, [id, intoId], async (tx, { customers }) => {
    const goes = customers.get(id)
    const stays = customers.get(intoId)
    if (!goes || !stays) throw new AppError('not_found')
    await giveOrders(tx, id, intoId)
    await updateCustomer(tx, intoId, mergedPerson(stays, goes), now)
    await leadNumbers(tx, id, intoId)
    await emptyMerged(tx, id, intoId, now)
    const { vips } = await recountCustomer(tx, intoId, (of) => customerFiguresOf(tx, of), now)
    await announceArea(tx, 'customers')
    const merged = await customerById(tx, intoId, now)
    await addToSummary(tx, { customers: -1, vips: vips - Number(isVip(goes.orderCount)) })
    return merged
  })
}
