import type { Database } from '#server/db/index.ts'
import { readOrders } from '#server/modules/orders/index.ts'
import { paymentOf, readDay } from '#server/modules/payments/index.ts'
import type { PublishedResponse } from '#server/platform/published-response.ts'
import { IMPERSONAL_FIELDS } from '#shared/contracts/webhooks.ts'
import type { DeliveryRow } from './repo.ts'

export interface DataSource {
  db: Database
  newestMenu(): Promise<PublishedResponse>
}

/** The body of an event: its data is the response of the matching GET now; null for a test, and for what is gone. */
export async function deliveryBody(source: DataSource, delivery: DeliveryRow, personal: boolean): Promise<string> {
  const { type, createdAt } = delivery
  const event = { type, timestamp: createdAt, data: await dataOf(source, delivery) }
  // The menu is for everybody.
  return JSON.stringify(event, personal || type === 'menu.changed' ? null : [...IMPERSONAL_FIELDS])
}

async function dataOf({ db, newestMenu }: DataSource, { type, subjectId }: DeliveryRow): Promise<unknown> {
  if (type === 'menu.changed') return JSON.parse((await newestMenu()).plain.body.toString())
  if (subjectId === null) return null
  if (type === 'day.closed') return JSON.parse(await readDay(db, subjectId))
  if (type === 'payment.recorded') return paymentOf(db, subjectId)
  return (await readOrders(db, [subjectId]))[0] ?? null
}
