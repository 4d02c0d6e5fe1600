import { type Database, inTransaction } from '#server/db/index.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import { isNewlyReached, setAskedHost, setReachedHost } from './repo.ts'

/** Records the host of the page on which an owner asked: the code to scan contains it while no address is set. */
export function noteAsked(db: Database, host: string): Promise<void> {
  return setAskedHost(db, host)
}

/**
 * Records that a guest reached the host in the code to scan (docs/product/before-service.md#before-service-phone);
 * requests to any other host are ignored. A client elsewhere can send this host too: the code contains no secret that
 * would prove a scan.
 * @param publicHost the host of the configured address, if one is set
 */
export async function noteReached(db: Database, host: string, publicHost: string | undefined): Promise<void> {
  if (!(await isNewlyReached(db, host, publicHost))) return
  await inTransaction(db, async (tx) => {
    await setReachedHost(tx, host, publicHost)
    await announceArea(tx, 'service')
  })
}
