import { type Database, inTransaction } from '#server/db/index.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import { insertReached } from './repo.ts'

/** Notes that a guest has come by an address (docs/product/before-service.md#before-service-phone). */
export async function noteReached(db: Database, origin: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await insertReached(tx, origin)) await announceArea(tx, 'service')
  })
}
