import type { Database } from '#server/db/index.ts'
import { ordersOfCustomer } from '#server/modules/orders/index.ts'
import type { PersonalData } from '#shared/contracts/customers.ts'
import { customerById } from './read.ts'

/** All that is kept of a person (docs/product.md#customers-export). @throws AppError `not_found` */
export async function personalData(db: Database, id: number, now: Date): Promise<PersonalData> {
  return { ...(await customerById(db, id, now)), orders: await ordersOfCustomer(db, id) }
}
