import type { Database } from '#server/db/index.ts'
import { eventsOf } from '#server/modules/catering/index.ts'
import { ordersOfCustomer } from '#server/modules/orders/index.ts'
import type { PersonalData } from '#shared/contracts/customers.ts'
import { customerById } from './read.ts'

/** All that is kept of a person (docs/product.md#customers-export). @throws AppError `not_found` */
export async function personalData(db: Database, id: number, now: Date): Promise<PersonalData> {
  const customer = await customerById(db, id, now)
  const events = await eventsOf(db, [customer.phoneNumber, ...customer.otherNumbers])
  return { ...customer, orders: await ordersOfCustomer(db, id), events }
}
