import { and, sql } from 'drizzle-orm'
import { type Database, hasRow, inTransaction } from '#server/db/index.ts'
import { settings } from '#server/db/schema/index.ts'
import { announceArea } from '#server/platform/live/announcements.ts'

/** While no address is set, the code to scan holds that of the page on which an owner asked. */
export async function writeAskedHost(db: Database, askedHost: string): Promise<void> {
  await db.update(settings).set({ askedHost }).where(sql`${settings.askedHost} is distinct from ${askedHost}`)
}

/**
 * Notes that a guest has come by the address of the code to scan (docs/product/before-service.md#before-service-phone),
 * and nothing of any other. Anybody can send this very address from elsewhere: without a word of its own in the code,
 * nobody can tell that from a phone.
 * @param publicHost of the address that is set, if one is
 */
export async function noteReached(db: Database, host: string, publicHost: string | undefined): Promise<void> {
  const isAsked = sql`${host} = coalesce(${publicHost ?? null}::text, ${settings.askedHost})`
  const isNews = and(isAsked, sql`${settings.reachedHost} is distinct from ${host}`)
  if (!(await hasRow(db, settings, isNews))) return
  await inTransaction(db, async (tx) => {
    await tx.update(settings).set({ reachedHost: host }).where(isNews)
    await announceArea(tx, 'service')
  })
}
