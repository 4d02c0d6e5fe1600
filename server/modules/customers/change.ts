import { type Database, inTransaction } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { Customer, CustomerChange } from '#shared/contracts/customers.ts'
import { customerById } from './read.ts'
import { updateCustomer } from './repo.ts'

/** Changes what the owner may write of a customer. @throws AppError `not_found` */
export async function changePerson(db: Database, id: number, change: CustomerChange, now: Date): Promise<Customer> {
  return inTransaction(db, async (tx) => {
    if (!(await updateCustomer(tx, id, change, now))) throw new AppError('not_found')
    await announceArea(tx, 'customers')
    return customerById(tx, id, now)
  })
}
