import { type Database, inTransaction } from '#server/db/index.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import { isNewlyReached, setAskedHost, setReachedHost } from './repo.ts'

/** While no address is set, the code to scan holds that of the page on which an owner asked. */
export function noteAsked(db: Database, host: string): Promise<void> {
  return setAskedHost(db, host)
}

/**
 * Notes that a guest has come by the address of the code to scan (docs/product/before-service.md#before-service-phone),
 * and nothing of any other. Anybody can send this very address from elsewhere: without a word of its own in the code,
 * nobody can tell that from a phone.
 * @param publicHost of the address that is set, if one is
 */
export async function noteReached(db: Database, host: string, publicHost: string | undefined): Promise<void> {
  if (!(await isNewlyReached(db, host, publicHost))) return
  await inTransaction(db, async (tx) => {
    await setReachedHost(tx, host, publicHost)
    await announceArea(tx, 'service')
  })
}
